import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { AdminPeopleFilter } from '#contract/administration/peopleAdmin.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { csvLine } from '#server/http/csv.ts';
import { conditionsOf } from './peopleTable.ts';

const PART = 1_000;
/** The import recognises the first 8 columns by their names. */
const COLUMNS = [
  'Email address',
  'First name',
  'Last name',
  'Job title',
  'Department',
  'Manager',
  'Time zone',
  'Administrator',
  'Content author',
  'Status',
  'Direct reports',
  'Last visit (UTC)',
];

interface Row extends Record<string, unknown> {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  title: string | null;
  department: string | null;
  manager: string | null;
  timeZone: string;
  isAdmin: boolean;
  mayAuthor: boolean;
  status: string;
  directReports: number;
  lastActiveAt: string | null;
}

interface ExportDeps {
  pool: Pool;
  audit: Pick<Audit, 'record'>;
  tenantId: number;
  actor: Actor;
}

/** A CSV file of the matching people, in parts, so that memory use does not grow with the number of people. */
export async function exportPeople(
  { pool, audit, tenantId, actor }: ExportDeps,
  filter: AdminPeopleFilter,
): Promise<Readable> {
  await withTenant(pool, tenantId, async (tx) => {
    const { rows } = await tx.execute<{ people: number }>(
      sql`select count(*)::int as people from users as u where ${conditionsOf(filter)}`,
    );
    await audit.record(tx, actor, {
      action: 'people.exported',
      subject: { type: 'organisation', id: tenantId },
      changes: { people: { before: null, after: rows[0]?.people ?? 0 } },
    });
  });
  async function* lines() {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    yield `\ufeff${csvLine(COLUMNS)}`;
    for (let after = 0; ; ) {
      const rows = await readTenant(pool, tenantId, (tx) => readPart(tx, filter, after));
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(lineOf).join('');
      after = last.id;
    }
  }
  return Readable.from(lines());
}

async function readPart(tx: TenantTransaction, filter: AdminPeopleFilter, after: number): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    with recursive path as (
      select id, name from departments where parent_id is null
      union all select d.id, path.name || ' / ' || d.name from departments as d join path on path.id = d.parent_id)
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.title, path.name as department,
      m.email as manager, u.time_zone as "timeZone", u.is_admin as "isAdmin", u.may_author as "mayAuthor", u.status,
      (select count(*) from users as r where r.manager_id = u.id and r.status <> 'deactivated')::int as "directReports",
      to_char(u.last_active_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "lastActiveAt"
    from users as u
    left join path on path.id = u.department_id
    left join users as m on m.id = u.manager_id
    where u.id > ${after} and ${conditionsOf(filter)}
    order by u.id limit ${PART}`);
  return rows;
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const lineOf = (row: Row) =>
  csvLine([
    row.email,
    row.firstName,
    row.lastName,
    row.title,
    row.department,
    row.manager,
    row.timeZone,
    yesOrNo(row.isAdmin),
    yesOrNo(row.mayAuthor),
    row.status,
    row.directReports,
    row.lastActiveAt,
  ]);
