import * as z from 'zod/mini';
import { singleLineText } from '#contract/text.ts';
import { applyGroups } from '#server/access/signOn/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, eq, inArray, isNull, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { directoryGroups as groups, directoryMembers as members } from '#server/db/schema/directory.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { GROUP_SCHEMA, type Resource } from './attributes.ts';
import { type Comparisons, conditionOf, idOf, textOf } from './filter.ts';
import type { Page } from './page.ts';
import { ScimError } from './scimError.ts';
import type { DirectoryContext } from './users.ts';

export interface StoredGroup extends Record<string, unknown> {
  id: string;
  displayName: string;
  externalId: string | null;
  createdAt: string;
  updatedAt: string;
  members: { value: string; display: string }[];
}

export interface GroupInput {
  displayName: string;
  /** Undefined: the request does not contain it. */
  externalId: string | null | undefined;
  members: number[] | undefined;
}

const isMember = (value: unknown) =>
  idOf(value) === null
    ? null
    : sql`exists (select from directory_members as x where x.group_id = g.id and x.user_id = ${idOf(value)})`;
const comparisons: Comparisons = {
  id: (value) => (textOf(value) === null ? null : sql`g.id = ${value}`),
  displayname: (value) =>
    textOf(value) === null ? null : sql`lower(g.display_name) = ${String(value).toLowerCase()}`,
  externalid: (value) => (textOf(value) === null ? null : sql`g.external_id = ${value}`),
  members: isMember,
  'members.value': isMember,
};

const MAX_MEMBERS = 50_000;
const groupSchema = z.object({
  displayName: singleLineText(200),
  externalId: z.optional(singleLineText(254, 0)),
  members: z.optional(
    z.array(z.object({ value: z.union([z.string(), z.number()]) })).check(z.maxLength(MAX_MEMBERS)),
  ),
});

export function readGroup(resource: Resource): GroupInput {
  const result = groupSchema.safeParse(resource);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ScimError('invalidValue', `${issue?.path.join('.') || 'The body'} ${issue?.message ?? ''}.`);
  }
  const { displayName, externalId, members: listed } = result.data;
  return {
    displayName,
    externalId: 'externalId' in resource ? externalId || null : undefined,
    members: listed && [...new Set(listed.map(({ value }) => memberOf(value)))],
  };
}

function memberOf(value: string | number): number {
  const id = idOf(value);
  if (id === null) throw noSuchMember();
  return id;
}
const noSuchMember = () =>
  new ScimError('invalidValue', 'members has an id that does not belong to a person.');

export const changeableGroup = ({ displayName, externalId, members: listed }: StoredGroup): Resource => ({
  displayName,
  ...(externalId !== null && { externalId }),
  members: listed.map(({ value }) => ({ value })),
});

export const presentGroup = (group: StoredGroup, baseUrl: string) => ({
  schemas: [GROUP_SCHEMA],
  id: group.id,
  displayName: group.displayName,
  ...(group.externalId !== null && { externalId: group.externalId }),
  members: group.members.map((member) => ({
    ...member,
    type: 'User',
    $ref: `${baseUrl}/Users/${member.value}`,
  })),
  meta: {
    resourceType: 'Group',
    created: new Date(group.createdAt).toISOString(),
    lastModified: new Date(group.updatedAt).toISOString(),
    location: `${baseUrl}/Groups/${group.id}`,
  },
});

export async function listGroups(
  tx: TenantTransaction,
  filter: string | undefined,
  page: Page,
  withMembers: boolean,
): Promise<{ total: number; groups: StoredGroup[] }> {
  const where = filter === undefined ? sql`true` : conditionOf(filter, comparisons);
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from directory_groups as g where ${where}`,
  );
  return { total: rows[0]?.total ?? 0, groups: await select(tx, where, page, withMembers) };
}

export async function findGroup(tx: TenantTransaction, id: string): Promise<StoredGroup> {
  const [group] = await select(tx, sql`g.id = ${id}`, { offset: 0, count: 1 }, true);
  if (!group) throw notFound();
  return group;
}

async function select(tx: TenantTransaction, where: SQL, { offset, count }: Page, withMembers: boolean) {
  const membersOf = withMembers
    ? sql`coalesce((select json_agg(json_build_object('value', x.user_id::text,
        'display', trim(u.first_name || ' ' || u.last_name)) order by x.user_id)
        from directory_members as x join users as u on u.id = x.user_id where x.group_id = g.id), '[]')`
    : sql`'[]'::json`;
  const { rows } = await tx.execute<StoredGroup>(sql`
    select g.id, g.display_name as "displayName", g.external_id as "externalId", g.created_at as "createdAt",
      g.updated_at as "updatedAt", ${membersOf} as members
    from directory_groups as g where ${where} order by g.id limit ${count} offset ${offset}`);
  return rows;
}

export async function createGroup(context: DirectoryContext, input: GroupInput): Promise<string> {
  const { tx, audit, actor, now } = context;
  await lockAccessRules(tx);
  await requireUnusedName(tx, '', input.displayName);
  const id = newId();
  await tx.insert(groups).values({
    id,
    tenantId: tx.tenantId,
    displayName: input.displayName,
    externalId: input.externalId ?? null,
    createdAt: now,
    updatedAt: now,
  });
  const { added } = await setMembers(context, id, [], input.members ?? []);
  await audit.record(tx, actor, {
    action: 'directory.group-created',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { group: { before: null, after: id }, members: { before: 0, after: added.length } },
  });
  await applyTo(context, added, await knownNames(tx));
  return id;
}

/** The audit log records groups by id, because their names can be names of people. */
export async function changeGroup(context: DirectoryContext, id: string, input: GroupInput): Promise<void> {
  const { tx, audit, actor, now } = context;
  await lockAccessRules(tx);
  const before = await findGroup(tx, id);
  await requireUnusedName(tx, id, input.displayName);
  // Read before the change: a rule that uses the former name still counts, so that renaming a group removes the rights
  // that it gave.
  const known = await knownNames(tx);
  const idsBefore = before.members.map(({ value }) => Number(value));
  const after = input.members ?? idsBefore;
  const { added, removed } = await setMembers(context, id, idsBefore, after);
  const externalId = input.externalId === undefined ? before.externalId : input.externalId;
  const isRenamed = input.displayName !== before.displayName || externalId !== before.externalId;
  if (!isRenamed && added.length === 0 && removed.length === 0) return;
  await tx
    .update(groups)
    .set({ displayName: input.displayName, externalId, updatedAt: now })
    .where(eq(groups.id, id));
  await audit.record(tx, actor, {
    action: 'directory.group-changed',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: {
      group: { before: id, after: id },
      ...(isRenamed && { displayName: { before: null, after: null } }),
      members: { before: idsBefore.length, after: after.length },
    },
  });
  const names = new Set([...known, ...(await knownNames(tx))]);
  await applyTo(context, isRenamed ? [...new Set([...idsBefore, ...after])] : [...added, ...removed], names);
}

export async function removeGroup(context: DirectoryContext, id: string): Promise<void> {
  const { tx, audit, actor } = context;
  await lockAccessRules(tx);
  const before = await findGroup(tx, id);
  const known = await knownNames(tx);
  await tx.delete(groups).where(eq(groups.id, id));
  await audit.record(tx, actor, {
    action: 'directory.group-deleted',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: { group: { before: id, after: null }, members: { before: before.members.length, after: 0 } },
  });
  await applyTo(
    context,
    before.members.map(({ value }) => Number(value)),
    known,
  );
}

async function setMembers(
  { tx }: DirectoryContext,
  groupId: string,
  before: readonly number[],
  after: readonly number[],
) {
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter((id) => !had.has(id));
  const removed = before.filter((id) => !has.has(id));
  if (added.length > 0) {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id from users where erased_at is null and id in (select value::int from json_array_elements_text(${JSON.stringify(added)}::json))`,
    );
    if (rows.length < added.length) throw noSuchMember();
    await tx.execute(sql`
      insert into directory_members (tenant_id, group_id, user_id)
      select ${tx.tenantId}, ${groupId}, value::int from json_array_elements_text(${JSON.stringify(added)}::json)`);
  }
  if (removed.length > 0)
    await tx.delete(members).where(and(eq(members.groupId, groupId), inArray(members.userId, removed)));
  return { added, removed };
}

/** Names and external ids of all groups of the directory. */
async function knownNames(tx: TenantTransaction): Promise<Set<string>> {
  const rows = await tx
    .select({ displayName: groups.displayName, externalId: groups.externalId })
    .from(groups);
  return new Set(rows.flatMap(({ displayName, externalId }) => [displayName, externalId ?? displayName]));
}

/**
 * Gives people the department and the administrator right that come from their groups. Groups that the directory does
 * not send have no effect.
 */
async function applyTo(context: DirectoryContext, userIds: readonly number[], known: ReadonlySet<string>) {
  const { tx } = context;
  for (const userId of userIds) {
    const rows = await tx
      .select({ displayName: groups.displayName, externalId: groups.externalId })
      .from(members)
      .innerJoin(groups, eq(groups.id, members.groupId))
      .innerJoin(users, and(eq(users.id, members.userId), isNull(users.erasedAt)))
      .where(eq(members.userId, userId));
    const names = rows.flatMap(({ displayName, externalId }) => [displayName, externalId ?? displayName]);
    await applyGroups(context, userId, names, (group) => known.has(group));
  }
}

async function requireUnusedName(tx: TenantTransaction, id: string, displayName: string) {
  const [other] = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(sql`lower(${groups.displayName}) = lower(${displayName})`, ne(groups.id, id)));
  if (other) throw new ScimError('uniqueness', 'Another group has this displayName.');
}
