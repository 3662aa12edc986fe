import type { Pool } from 'pg';
import type { AuditField } from '#contract/administration/audit.ts';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import type { Actor, Audit, Changes, NewEntry } from '#server/administration/audit/index.ts';
import { createDepartment } from '#server/administration/departments/index.ts';
import { findEmergencyAdmin, lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, count, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { peopleImports as imports } from '#server/db/schema/imports.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { keyOf } from './departmentPaths.ts';
import {
  appliedEarlierOf,
  appliedOf,
  changeImport,
  lockImport,
  readAllRows,
  type StoredImport,
} from './importsRepository.ts';
import { type AppliedRow, choicesOf, planImport } from './planImport.ts';
import { readWorld } from './world.ts';

/** Number of people per transaction. In between, other requests get the only connection of the embedded database. */
const BATCH = 100;

export interface ApplyDeps {
  pool: Pool;
  audit: Pick<Audit, 'record'>;
  accountLinks: Pick<AccountLinks, 'inviteAll' | 'wake' | 'replace' | 'revoke'>;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
}
interface Applying {
  tenantId: number;
  importId: string;
  signal: AbortSignal;
  /** User ids by email address, including people who were just created. */
  ids: Map<string, number>;
  /** Department ids by path. */
  departmentIds: Map<string, number>;
}
type Step = (tx: TenantTransaction, stored: StoredImport, actor: Actor) => Promise<void>;

/**
 * Creates and updates the people in a file, in small transactions. Each transaction counts what it has done, so that
 * the import can be cancelled or interrupted between two of them. A resumed import continues from the rows of the
 * database.
 */
export async function applyImport(deps: ApplyDeps, job: Pick<Applying, 'tenantId' | 'importId' | 'signal'>) {
  const { pool, now } = deps;
  const { tenantId, importId } = job;
  const stored = await withTenant(pool, tenantId, (tx) => lockImport(tx, importId));
  if (stored.state !== 'applying') return;
  const world = await readWorld(pool, tenantId);
  const plan = await planImport(await readAllRows(pool, tenantId, importId), world, choicesOf(stored));
  const applying: Applying = {
    ...job,
    ids: new Map([...world.people.values()].map(({ email, id }) => [email, id])),
    departmentIds: new Map(world.departments.map(({ path, id }) => [keyOf(path), id])),
  };
  const steps: Step[] = [
    ...plan.departments.map((path) => createPath(deps, applying, path)),
    ...plan.creates.flatMap((level) => batchesOf(level).map((rows) => createPeople(deps, applying, rows))),
    ...batchesOf(plan.updates).map((rows) => updatePeople(deps, applying, rows)),
    async (tx, last, actor) => {
      await changeImport(tx, importId, { state: 'done', endedAt: now() });
      await recordImport(deps, tx, last, actor);
    },
  ];
  let planned = applying.ids.size;
  for (const step of steps) {
    job.signal.throwIfAborted();
    const goesOn = await withTenant(pool, tenantId, async (tx) => {
      const current = await lockImport(tx, importId);
      if (current.state !== 'applying') return false;
      await lockAccessRules(tx);
      await step(tx, current, { userId: current.createdBy, requestId: null, address: null });
      return true;
    });
    if (!goesOn) return;
    if (stored.sendsInvitations) deps.accountLinks.wake();
    if (applying.ids.size >= 2 * planned) {
      // Connections cache the plans of foreign key checks. A plan made for a small table reads the whole table for each
      // new person.
      await pool.query('analyze users (id)');
      planned = applying.ids.size;
    }
  }
}

function batchesOf<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < rows.length; at += BATCH) batches.push(rows.slice(at, at + BATCH));
  return batches;
}

/** One entry with the totals, at the end of each run of an import. Each changed person has a separate entry. */
export const recordImport = (
  { audit }: Pick<ApplyDeps, 'audit'>,
  tx: TenantTransaction,
  stored: StoredImport,
  actor: Actor,
) => {
  const [applied, earlier] = [appliedOf(stored), appliedEarlierOf(stored)];
  return audit.record(tx, actor, {
    action: 'people.imported',
    subject: { type: 'organisation', id: tx.tenantId },
    changes: {
      created: { before: null, after: applied.created - earlier.created },
      updated: { before: null, after: applied.updated - earlier.updated },
      refused: { before: null, after: applied.refused - earlier.refused },
      departments: { before: null, after: applied.departments - earlier.departments },
    },
  });
};

const createPath =
  ({ audit }: ApplyDeps, { importId, departmentIds }: Applying, path: string[]): Step =>
  async (tx, _stored, actor) => {
    const name = path.at(-1) ?? '';
    const parentId = departmentIds.get(keyOf(path.slice(0, -1))) ?? null;
    // Another administrator may have created it in the meantime.
    const siblings = await tx.select().from(departments);
    const existing = siblings.find(
      (one) => one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase(),
    );
    departmentIds.set(
      keyOf(path),
      existing?.id ?? (await createDepartment({ tx, audit: audit as Audit, actor }, { name, parentId })),
    );
    if (!existing)
      await tx
        .update(imports)
        .set({ departmentsCreated: sql`${imports.departmentsCreated} + 1` })
        .where(eq(imports.id, importId));
  };

const departmentOf = ({ departmentIds }: Applying, { departmentId, departmentKey }: AppliedRow) =>
  departmentKey === null ? departmentId : (departmentIds.get(departmentKey) ?? null);
const managerOf = ({ ids }: Applying, { values }: AppliedRow) =>
  values.manager === undefined ? null : (ids.get(values.manager) ?? null);

const createPeople =
  ({ audit, accountLinks, now }: ApplyDeps, applying: Applying, rows: AppliedRow[]): Step =>
  async (tx, { id, createdBy, sendsInvitations }, actor) => {
    const people = rows.map((row) => ({
      uuid: newId(),
      email: row.values.emailAddress,
      first_name: row.values.firstName ?? '',
      last_name: row.values.lastName ?? '',
      title: row.values.title ?? null,
      time_zone: row.values.timeZone ?? null,
      department_id: departmentOf(applying, row),
      manager_id: managerOf(applying, row),
      is_admin: row.values.isAdmin ?? false,
    }));
    // A person whom another administrator has added in the meantime is not changed.
    const { rows: created } = await tx.execute<{
      id: number;
      email: string;
      department_id: number | null;
      manager_id: number | null;
    }>(sql`
      insert into users (tenant_id, uuid, email, first_name, last_name, title, time_zone, department_id, manager_id, is_admin,
        status, joined_at)
      select ${tx.tenantId}, uuid, email, first_name, last_name, title, coalesce(time_zone, default_time_zone()),
        department_id, manager_id, is_admin, 'invited',
        ${now().toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(people)}::json) as x(uuid text, email text, first_name text, last_name text,
        title text, time_zone text, department_id int, manager_id int, is_admin boolean)
      on conflict (tenant_id, email) do nothing
      returning id, email, department_id, manager_id`);
    for (const person of created) applying.ids.set(person.email, person.id);
    if (sendsInvitations)
      await accountLinks.inviteAll(
        tx,
        created.map((person) => person.id),
        createdBy,
      );
    await audit.record(
      tx,
      actor,
      ...created.map(
        (person): NewEntry => ({
          action: sendsInvitations ? 'person.invited' : 'person.created',
          subject: { type: 'person', id: person.id },
          changes: {
            ...(person.department_id !== null && {
              departmentId: { before: null, after: person.department_id },
            }),
            ...(person.manager_id !== null && { managerId: { before: null, after: person.manager_id } }),
          },
        }),
      ),
    );
    await keepChanges(
      tx,
      id,
      created.map((person) => ({ userId: person.id, isNew: true, before: {}, after: {} })),
    );
    await addToCounts(tx, id, { created: created.length, refused: rows.length - created.length });
  };

const FIELDS = [
  'firstName',
  'lastName',
  'title',
  'timeZone',
  'departmentId',
  'managerId',
  'isAdmin',
] as const satisfies readonly AuditField[];
export type Values = Partial<Pick<typeof users.$inferSelect, (typeof FIELDS)[number]>>;

const updatePeople =
  ({ audit }: ApplyDeps, applying: Applying, rows: AppliedRow[]): Step =>
  async (tx, { id }, actor) => {
    const ids = rows.map(({ known }) => known?.id ?? 0);
    const current = await tx
      .select()
      .from(users)
      .where(and(inArray(users.id, ids), ne(users.status, 'deactivated')))
      .for('update');
    const byId = new Map(current.map((person) => [person.id, person]));
    const updates = new Map<number, { before: Values; after: Values; isActive: boolean }>();
    for (const row of rows) {
      const person = byId.get(row.known?.id ?? 0);
      if (!person) continue;
      const wanted: Values = {
        ...row.values,
        ...(row.values.department && { departmentId: departmentOf(applying, row) }),
        ...(row.values.manager !== undefined && { managerId: managerOf(applying, row) }),
      };
      const changed = FIELDS.filter((field) => wanted[field] != null && wanted[field] !== person[field]);
      const pick = (from: Values) =>
        Object.fromEntries(changed.map((field) => [field, from[field]])) as Values;
      updates.set(person.id, {
        before: pick(person),
        after: pick(wanted),
        isActive: person.status === 'active',
      });
    }
    await writeValues(
      tx,
      [...updates].map(([userId, { after }]) => [userId, after]),
    );
    const emergencyAdminId = await findEmergencyAdmin(tx);
    const refused = new Set([
      ...[...updates]
        .filter(([userId, { after }]) => userId === emergencyAdminId && after.isAdmin === false)
        .map(([userId]) => userId),
      ...(await findInCircles(
        tx,
        [...updates].filter(([, { after }]) => after.managerId !== undefined).map(([userId]) => userId),
      )),
      ...((await hasActiveAdmin(tx))
        ? []
        : [...updates]
            .filter(([, { after, isActive }]) => isActive && after.isAdmin === false)
            .map(([userId]) => userId)),
    ]);
    await writeValues(
      tx,
      [...refused].map((userId) => [userId, updates.get(userId)?.before ?? {}]),
    );
    const changed = [...updates]
      .filter(([userId, { after }]) => !refused.has(userId) && Object.keys(after).length > 0)
      .map(([userId, { before, after }]) => ({ userId, isNew: false, before, after }));
    await keepChanges(tx, id, changed);
    await audit.record(
      tx,
      actor,
      ...changed.map(
        ({ userId, before, after }): NewEntry => ({
          action: 'person.changed',
          subject: { type: 'person', id: userId },
          changes: auditedChanges(before, after),
        }),
      ),
    );
    await addToCounts(tx, id, {
      updated: updates.size - refused.size,
      refused: rows.length - updates.size + refused.size,
    });
  };

/** Names and titles are personal data, so the log says only that they changed. */
export const auditedChanges = (before: Values, after: Values): Changes =>
  Object.fromEntries(
    Object.entries(after).map(([field, value]) =>
      field === 'firstName' || field === 'lastName' || field === 'title'
        ? [field, { before: null, after: null }]
        : [field, { before: before[field as keyof Values] ?? null, after: value }],
    ),
  );

interface PersonChanged {
  userId: number;
  isNew: boolean;
  before: Values;
  after: Values;
}

/** Stored for a revert. A cancelled import that continues may change a person twice. */
async function keepChanges(tx: TenantTransaction, importId: string, changes: readonly PersonChanged[]) {
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into people_import_changes as c (tenant_id, import_id, user_id, is_new, before_values, after_values)
    select ${tx.tenantId}, ${importId}, "userId", "isNew", before, after
    from json_to_recordset(${JSON.stringify(changes)}::json) as x("userId" int, "isNew" boolean, before text, after text)
    on conflict (tenant_id, import_id, user_id) do update set
      before_values = (excluded.before_values::jsonb || c.before_values::jsonb)::text,
      after_values = (c.after_values::jsonb || excluded.after_values::jsonb)::text`);
}

/** Only the given values change. An edit of the profile that is based on the old values is refused. */
export async function writeValues(tx: TenantTransaction, changes: (readonly [number, Values])[]) {
  const values = changes
    .filter(([, changed]) => Object.keys(changed).length > 0)
    .map(([userId, { firstName, lastName, title, timeZone, ...changed }]) => ({
      id: userId,
      first_name: firstName,
      last_name: lastName,
      title,
      sets_title: title !== undefined,
      time_zone: timeZone,
      department_id: changed.departmentId,
      sets_department: changed.departmentId !== undefined,
      manager_id: changed.managerId,
      sets_manager: changed.managerId !== undefined,
      is_admin: changed.isAdmin,
    }));
  if (values.length === 0) return;
  await tx.execute(sql`
    update users as u set
      first_name = coalesce(x.first_name, u.first_name), last_name = coalesce(x.last_name, u.last_name),
      title = case when x.sets_title then x.title else u.title end, time_zone = coalesce(x.time_zone, u.time_zone),
      department_id = case when x.sets_department then x.department_id else u.department_id end,
      manager_id = case when x.sets_manager then x.manager_id else u.manager_id end,
      is_admin = coalesce(x.is_admin, u.is_admin), version = u.version + 1
    from json_to_recordset(${JSON.stringify(values)}::json) as x(id int, first_name text, last_name text, title text,
      sets_title boolean, time_zone text, department_id int, sets_department boolean, manager_id int, sets_manager boolean,
      is_admin boolean)
    where u.id = x.id`);
}

/**
 * People who would report to themselves through other people, because reporting lines have changed since the import was
 * planned.
 */
async function findInCircles(tx: TenantTransaction, userIds: number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select id as start, manager_id from users where id in ${userIds}
      union select a.start, u.manager_id from above as a join users as u on u.id = a.manager_id)
    select distinct start as id from above where manager_id = start`);
  return rows.map(({ id }) => id);
}

async function hasActiveAdmin(tx: TenantTransaction): Promise<boolean> {
  const [found] = await tx
    .select({ admins: count() })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, 'active')));
  return (found?.admins ?? 0) > 0;
}

const addToCounts = (
  tx: TenantTransaction,
  importId: string,
  { created = 0, updated = 0, refused = 0 }: { created?: number; updated?: number; refused?: number },
) =>
  tx
    .update(imports)
    .set({
      created: sql`${imports.created} + ${created}`,
      updated: sql`${imports.updated} + ${updated}`,
      refused: sql`${imports.refused} + ${refused}`,
    })
    .where(eq(imports.id, importId));
