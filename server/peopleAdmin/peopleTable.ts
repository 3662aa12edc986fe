import { initialsOf } from '#contract/people.ts';
import type { AdminPeople, AdminPeopleQuery, AdminPerson } from '#contract/peopleAdmin.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import { avatarPath, nameStartsWith } from '#server/people/index.ts';

const PAGE = 50;

interface Row extends Record<string, unknown> {
  userId: number;
  firstName: string;
  lastName: string;
  email: string;
  title: string | null;
  avatarId: string | null;
  departmentId: number | null;
  departmentName: string | null;
  managerId: number | null;
  managerName: string | null;
  directReports: number;
  status: AdminPerson['status'];
  isAdmin: boolean;
  mayAuthor: boolean;
  /** Times as PostgreSQL writes them, to the microsecond. */
  lastActiveAt: string | null;
  sentAt: string | null;
  expiresAt: string | null;
  isRevoked: boolean | null;
}

/** One page of the organisation's people. The next page starts after the last row, so that inserted rows never repeat one. */
export async function readPeopleTable(
  tx: TenantTransaction,
  query: AdminPeopleQuery,
  now: Date,
): Promise<AdminPeople> {
  const where = conditionsOf(query);
  const [rows, total] = await Promise.all([
    findRows(tx, query, where),
    tx.execute<{ total: number }>(sql`select count(*)::int as total from users as u where ${where}`),
  ]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentPerson(row, now)),
    total: total.rows[0]?.total ?? 0,
    next: rows.length > PAGE && last ? writeCursor(query.sort, last) : null,
  };
}

/** One person in the form of the table, or null. */
export async function readPerson(tx: TenantTransaction, userId: number, now: Date) {
  const [row] = await selectRows(tx, sql`u.id = ${userId}`, sql`u.id`, 1);
  return row ? presentPerson(row, now) : null;
}

function conditionsOf({ search = '', department, manager, status, role }: AdminPeopleQuery): SQL {
  const conditions: (SQL | false)[] = [
    status === undefined && sql`u.status <> 'deactivated'`,
    status !== undefined && status !== 'all' && sql`u.status = ${status}`,
    search !== '' && nameStartsWith(search, 'u'),
    department !== undefined &&
      sql`u.department_id in (with recursive below as (
        select id from departments where id = ${Number(department)}
        union select d.id from departments as d join below on d.parent_id = below.id) select id from below)`,
    manager !== undefined && sql`u.manager_id = ${Number(manager)}`,
    role === 'admin' && sql`u.is_admin`,
    role === 'author' && sql`u.may_author`,
    role === 'manager' && hasReports,
    role === 'learner' && sql`not u.is_admin and not u.may_author and not ${hasReports}`,
  ];
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `);
}

const hasReports = sql`exists (select from users as r where r.manager_id = u.id and r.status <> 'deactivated')`;

function findRows(tx: TenantTransaction, { sort = 'name', after }: AdminPeopleQuery, where: SQL) {
  const cursor = after === undefined ? null : readCursor(sort, after);
  if (sort === 'name') {
    const start = cursor
      ? sql` and (u.last_name, u.first_name, u.id) > (${cursor[0]}, ${cursor[1]}, ${cursor[2]}::int)`
      : sql``;
    return selectRows(tx, sql`${where}${start}`, sql`u.last_name, u.first_name, u.id`, PAGE + 1);
  }
  return selectRows(
    tx,
    cursor ? sql`${where} and ${isLessActive(cursor)}` : where,
    sql`u.last_active_at desc nulls last, u.id`,
    PAGE + 1,
  );
}

/** The rows after the cursor in the order of last activity, where people who were never active come last. */
const isLessActive = ([at, id]: Cursor) =>
  at === null
    ? sql`u.last_active_at is null and u.id > ${id}::int`
    : sql`(u.last_active_at < ${at}::timestamptz or u.last_active_at is null
        or (u.last_active_at = ${at}::timestamptz and u.id > ${id}::int))`;

async function selectRows(tx: TenantTransaction, where: SQL, order: SQL, limit: number): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.title,
      u.avatar_id as "avatarId", u.department_id as "departmentId", d.name as "departmentName",
      u.manager_id as "managerId", m.first_name || ' ' || m.last_name as "managerName",
      (select count(*) from users as r where r.manager_id = u.id and r.status <> 'deactivated')::int as "directReports",
      u.status, u.is_admin as "isAdmin", u.may_author as "mayAuthor", u.last_active_at as "lastActiveAt",
      invitation.created_at as "sentAt", invitation.expires_at as "expiresAt", invitation.revoked_at is not null as "isRevoked"
    from (select * from users as u where ${where} order by ${order} limit ${limit}) as u
    left join departments as d on d.id = u.department_id
    left join users as m on m.id = u.manager_id
    left join lateral (select * from account_links as l where u.status = 'invited' and l.user_id = u.id
      and l.purpose = 'invitation' order by l.created_at desc limit 1) as invitation on true
    order by ${order}`);
  return rows;
}

const isoTime = (time: string) => new Date(time).toISOString();

function presentPerson(row: Row, now: Date): AdminPerson {
  const { sentAt, expiresAt } = row;
  return {
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    emailAddress: row.email,
    title: row.title,
    initials: initialsOf(row.firstName, row.lastName),
    userAvatar: avatarPath(row.avatarId),
    department:
      row.departmentId !== null && row.departmentName !== null
        ? { departmentId: row.departmentId, name: row.departmentName }
        : null,
    manager:
      row.managerId !== null && row.managerName !== null
        ? { userId: row.managerId, name: row.managerName }
        : null,
    directReports: row.directReports,
    status: row.status,
    isAdmin: row.isAdmin,
    mayAuthor: row.mayAuthor,
    invitation:
      sentAt && expiresAt
        ? {
            state: row.isRevoked ? 'revoked' : new Date(expiresAt) <= now ? 'expired' : 'pending',
            sentAt: isoTime(sentAt),
            expiresAt: isoTime(expiresAt),
          }
        : null,
    lastActiveAt: row.lastActiveAt && isoTime(row.lastActiveAt),
  };
}

/** By name: last name, first name, id. By activity: time, id. */
type Cursor = (string | number | null)[];

const writeCursor = (sort: AdminPeopleQuery['sort'], row: Row) =>
  Buffer.from(
    JSON.stringify(
      sort === 'activity' ? [row.lastActiveAt, row.userId] : [row.lastName, row.firstName, row.userId],
    ),
  ).toString('base64url');

function readCursor(sort: NonNullable<AdminPeopleQuery['sort']>, text: string): Cursor {
  const cursor = parse(text);
  const isValid =
    sort === 'name'
      ? cursor?.length === 3 && typeof cursor[0] === 'string' && typeof cursor[1] === 'string'
      : cursor?.length === 2 && (cursor[0] === null || isInstant(cursor[0]));
  if (!cursor || !isValid || !Number.isSafeInteger(cursor.at(-1)))
    throw badRequest({ after: 'is not the cursor of a page in this order' });
  return cursor;
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

function parse(text: string): Cursor | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? (value as Cursor) : null;
  } catch {
    return null;
  }
}
