import type { AuditField } from '#contract/administration/audit.ts';
import type { Actor } from '#server/administration/audit/index.ts';
import {
  type ChangeContext,
  changeDetails,
  changePerson,
  invitePerson,
  lockAccessRules,
  resendInvitation,
} from '#server/administration/peopleAdmin/index.ts';
import { and, eq, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { directoryPeople, directoryMembers as members } from '#server/db/schema/directory.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { booleanOf, type Comparisons, conditionOf, idOf, textOf } from './filter.ts';
import type { Page } from './page.ts';
import { ScimError } from './scimError.ts';
import type { StoredUser, UserInput } from './userResource.ts';

export type DirectoryContext = ChangeContext<Actor>;

/** People whom the directory deleted are not found, unless an administrator has reactivated them. */
const VISIBLE = sql`u.erased_at is null and not (d.user_id is not null and d.user_name is null and u.status = 'deactivated')`;
const TABLES = sql`users as u left join directory_people as d on d.tenant_id = u.tenant_id and d.user_id = u.id`;

const hasEmail = (value: string | null) => (value === null ? null : sql`u.email = ${value.toLowerCase()}`);
const comparisons: Comparisons = {
  id: (value) => (idOf(value) === null ? null : sql`u.id = ${idOf(value)}`),
  username: (value) =>
    textOf(value) === null
      ? null
      : sql`lower(coalesce(d.user_name, u.email)) = ${String(value).toLowerCase()}`,
  externalid: (value) => (textOf(value) === null ? null : sql`d.external_id = ${value}`),
  emails: (value) => hasEmail(textOf(value)),
  'emails.value': (value) => hasEmail(textOf(value)),
  // Trellis stores one address per person, the work address.
  'emails.type': (value) => (textOf(value)?.toLowerCase() === 'work' ? sql`true` : null),
  'emails.primary': (value) => (booleanOf(value) ? sql`true` : null),
  active: (value) => {
    const isActive = booleanOf(value);
    return isActive === null ? null : sql`(u.status <> 'deactivated') = ${isActive}`;
  },
};

export async function listUsers(
  tx: TenantTransaction,
  filter: string | undefined,
  { offset, count }: Page,
): Promise<{ total: number; users: StoredUser[] }> {
  const condition = filter === undefined ? sql`true` : conditionOf(filter, comparisons);
  const where = sql`${VISIBLE} and ${condition}`;
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${TABLES} where ${where}`,
  );
  return { total: rows[0]?.total ?? 0, users: count === 0 ? [] : await select(tx, where, { offset, count }) };
}

export async function findUser(tx: TenantTransaction, userId: number): Promise<StoredUser> {
  const [user] = await select(tx, sql`${VISIBLE} and u.id = ${userId}`, { offset: 0, count: 1 });
  if (!user) throw notFound();
  return user;
}

async function select(tx: TenantTransaction, where: SQL, { offset, count }: Page): Promise<StoredUser[]> {
  const { rows } = await tx.execute<StoredUser>(sql`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.title, u.status,
      u.joined_at as "joinedAt", d.updated_at as "updatedAt", u.manager_id as "managerId",
      (select trim(m.first_name || ' ' || m.last_name) from users as m where m.id = u.manager_id) as "managerName",
      (select name from departments as p where p.id = u.department_id) as "departmentName",
      d.user_name as "userName", d.external_id as "externalId",
      coalesce((select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.display_name)
        from directory_members as x join directory_groups as g on g.id = x.group_id where x.user_id = u.id), '[]') as groups
    from ${TABLES} where ${where} order by u.id limit ${count} offset ${offset}`);
  return rows;
}

/** Creates a person and mails an invitation, or takes over the existing person with this address. */
export async function createUser(context: DirectoryContext, input: UserInput): Promise<number> {
  const { tx, audit, actor } = context;
  await lockAccessRules(tx);
  const [existing] = await tx
    .select({ id: users.id, userName: directoryPeople.userName })
    .from(users)
    .leftJoin(directoryPeople, eq(directoryPeople.userId, users.id))
    .where(eq(users.email, input.email));
  if (existing?.userName != null) throw isInUse();
  await requireUnusedName(tx, existing?.id ?? 0, input.userName);
  if (existing) {
    await store(context, existing.id, input);
    await audit.record(tx, actor, {
      action: 'person.directory-connected',
      subject: { type: 'person', id: existing.id },
    });
    const { firstName, lastName } = input;
    await changeDetails(context, existing.id, { firstName, lastName, title: input.title });
    await changeAccess(context, existing.id, { ...input, active: input.active ?? true });
    return existing.id;
  }
  const userId = await invitePerson(context, {
    emailAddress: input.email,
    firstName: input.firstName ?? '',
    lastName: input.lastName ?? '',
    title: input.title ?? null,
    managerId: input.managerId ?? null,
  });
  await store(context, userId, input);
  if (input.active === false) await changePerson(context, userId, { status: 'deactivated' });
  return userId;
}

/** Applies the changed values. Returns whether sessions ended. */
export async function changeUser(
  context: DirectoryContext,
  before: StoredUser,
  input: UserInput,
): Promise<{ isDeactivated: boolean }> {
  const { tx, audit, actor } = context;
  const { userName, externalId, email, firstName, lastName, title } = input;
  await requireUnusedName(tx, before.id, userName);
  const others: AuditField[] = [
    ...(before.userName !== null && userName !== before.userName ? ['userName' as const] : []),
    ...(externalId !== undefined && externalId !== before.externalId ? ['externalId' as const] : []),
  ];
  await changeDetails(context, before.id, { email, firstName, lastName, title }, { others });
  const outcome = await changeAccess(context, before.id, input);
  await store(context, before.id, input);
  if (before.userName === null)
    await audit.record(tx, actor, {
      action: 'person.directory-connected',
      subject: { type: 'person', id: before.id },
    });
  return outcome;
}

/** Deactivates a person. The directory no longer finds them. */
export async function removeUser(
  context: DirectoryContext,
  userId: number,
): Promise<{ isDeactivated: boolean }> {
  const { tx, audit, actor, now } = context;
  await findUser(tx, userId);
  const outcome = await changePerson(context, userId, { status: 'deactivated' });
  const removed = { userName: null, externalId: null, updatedAt: now };
  await tx
    .insert(directoryPeople)
    .values({ tenantId: tx.tenantId, userId, ...removed })
    .onConflictDoUpdate({ target: [directoryPeople.tenantId, directoryPeople.userId], set: removed });
  await tx.delete(members).where(eq(members.userId, userId));
  await audit.record(tx, actor, {
    action: 'person.directory-removed',
    subject: { type: 'person', id: userId },
  });
  return outcome;
}

async function changeAccess(context: DirectoryContext, userId: number, { active, managerId }: UserInput) {
  const { tx } = context;
  const statusOf = async () =>
    (await tx.select({ status: users.status }).from(users).where(eq(users.id, userId)))[0]?.status;
  const before = await statusOf();
  const outcome = await changePerson(context, userId, {
    ...(active !== undefined && { status: active ? 'active' : 'deactivated' }),
    ...(managerId !== undefined && { managerId }),
  });
  // People who never signed in need a new link.
  if (before === 'deactivated' && (await statusOf()) === 'invited') await resendInvitation(context, userId);
  return outcome;
}

function store({ tx, now }: DirectoryContext, userId: number, { userName, externalId }: UserInput) {
  const values = { userName, updatedAt: now, ...(externalId !== undefined && { externalId }) };
  return tx
    .insert(directoryPeople)
    .values({ tenantId: tx.tenantId, userId, ...values })
    .onConflictDoUpdate({ target: [directoryPeople.tenantId, directoryPeople.userId], set: values });
}

async function requireUnusedName(tx: TenantTransaction, userId: number, userName: string) {
  const [other] = await tx
    .select({ id: directoryPeople.userId })
    .from(directoryPeople)
    .where(
      and(sql`lower(${directoryPeople.userName}) = lower(${userName})`, ne(directoryPeople.userId, userId)),
    );
  if (other) throw isInUse();
}

const isInUse = () =>
  new ScimError('uniqueness', 'Another person in the directory has this userName or email address.');
