import type {
  AdminPeople,
  AdminPeopleQuery,
  AdminPerson,
  PeopleSort,
} from '#contract/administration/peopleAdmin.ts';
import { initialsOf } from '#contract/people.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import { avatarPath, departmentsWithin, isWithoutProfile, nameStartsWith } from '#server/people/index.ts';

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
  /** The time format of PostgreSQL, with microseconds. */
  lastActiveAt: string | null;
  /** The value in the sort column. */
  sortValue: string | null;
  sentAt: string | null;
  expiresAt: string | null;
  isRevoked: boolean | null;
  isUndelivered: boolean | null;
  isErased: boolean;
}

/**
 * One page of the organisation's people. The next page starts after the last row, so that a row inserted in between
 * repeats no person.
 */
export async function readPeopleTable(
  tx: TenantTransaction,
  query: AdminPeopleQuery,
  now: Date,
): Promise<AdminPeople> {
  const where = conditionsOf(query);
  const [rows, counts] = await Promise.all([
    findRows(tx, query, where),
    tx.execute<{ active: number; invited: number; pending: number; deactivated: number }>(sql`
      select (count(*) filter (where u.status = 'active'))::int as active,
        (count(*) filter (where u.status = 'invited'))::int as invited,
        (count(*) filter (where ${isPending}))::int as pending,
        (count(*) filter (where u.status = 'deactivated'))::int as deactivated
      from users as u where ${where}`),
  ]);
  const { active = 0, invited = 0, pending = 0, deactivated = 0 } = counts.rows[0] ?? {};
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentPerson(row, now)),
    total: active + invited + deactivated,
    statuses: { active, invited, pending, deactivated },
    next: rows.length > PAGE && last ? writeCursor(query.sort, last) : null,
  };
}

/** One person in the form of the table, or null. */
export async function readPerson(tx: TenantTransaction, userId: number, now: Date) {
  const [row] = await selectRows(tx, sql`u.id = ${userId}`, sql`u.id`, 1);
  return row ? presentPerson(row, now) : null;
}

/** The condition of a query on `users as u`. */
export function conditionsOf({
  search = '',
  department,
  manager,
  status,
  role,
}: Pick<AdminPeopleQuery, 'search' | 'department' | 'manager' | 'status' | 'role'>): SQL {
  const conditions: (SQL | false)[] = [
    statusCondition(status),
    search !== '' && nameStartsWith(search, 'u'),
    department === 'none' && sql`u.department_id is null`,
    department !== undefined &&
      department !== 'none' &&
      sql`u.department_id in ${departmentsWithin(Number(department))}`,
    manager === 'none' && sql`u.manager_id is null`,
    manager !== undefined && manager !== 'none' && sql`u.manager_id = ${Number(manager)}`,
    role === 'admin' && sql`u.is_admin`,
    role === 'author' && sql`u.may_author`,
    role === 'manager' && hasReports,
    role === 'learner' && sql`not u.is_admin and not u.may_author and not ${hasReports}`,
  ];
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `);
}

function statusCondition(status: AdminPeopleQuery['status']): SQL {
  if (status === undefined) return sql`u.status <> 'deactivated'`;
  if (status === 'all') return sql`true`;
  if (status === 'expired') return isExpired;
  if (status === 'expiring') return isExpiring;
  if (status === 'undelivered') return isUndelivered;
  if (status === 'without-profile') return sql.raw(isWithoutProfile('u'));
  return sql`u.status = ${status}`;
}

/**
 * A new invitation revokes the earlier one, so at most one counts. The list of their people is read once: a look at each person took
 * 3 times as long with 200,000 invited people.
 */
const hasInvitation = (condition: SQL) =>
  sql`u.status = 'invited' and u.id in (select l.user_id from account_links as l
  where l.purpose = 'invitation' and l.used_at is null and l.revoked_at is null and ${condition})`;
const isPending = hasInvitation(sql`l.expires_at > now()`);
const isExpired = hasInvitation(sql`l.expires_at <= now()`);
/** As in the overview of the administration. */
const isExpiring = hasInvitation(sql`l.expires_at > now() and l.expires_at <= now() + interval '2 days'`);
const isUndelivered = hasInvitation(sql`l.expires_at > now() and l.mail_outcome = 'refused'`);
const hasReports = sql`exists (select from users as r where r.manager_id = u.id and r.status <> 'deactivated')`;

/** The sort value of each order. People with the same value are sorted by name. Null: only by name. */
const sortValues: Record<PeopleSort, SQL | null> = {
  name: null,
  // Triggers keep both names, so that an index has this order (decision 0040).
  department: sql`u.department_name`,
  manager: sql`u.manager_name`,
  activity: sql`u.last_active_at`,
};

/** A descending list is the exact reverse of the ascending list, so that both can use one index. */
function findRows(
  tx: TenantTransaction,
  { sort = 'name', order = sort === 'activity' ? 'desc' : 'asc', after }: AdminPeopleQuery,
  where: SQL,
) {
  const value = sortValues[sort];
  const isDescending = order === 'desc';
  // When the activity index descends, it lists people who were never active last.
  const areNullsLast = sort === 'activity' ? isDescending : !isDescending;
  const direction = sql.raw(`${order} nulls ${areNullsLast ? 'last' : 'first'}`);
  // People with the same activity time are sorted by id, as in the index.
  const ties = sort === 'activity' ? [sql`u.id`] : [sql`u.last_name`, sql`u.first_name`, sql`u.id`];
  const idOrder = sort === 'activity' ? sql.raw(isDescending ? 'asc' : 'desc') : sql.raw(order);
  const orderBy = sql.join(
    [...(value ? [sql`${value} ${direction}`] : []), ...ties.map((tie) => sql`${tie} ${idOrder}`)],
    sql`, `,
  );
  const cursor = after === undefined ? null : readCursor(sort, after);
  const start = cursor
    ? sql` and ${isAfter(cursor, { value, isDescending, areNullsLast, isById: sort === 'activity' })}`
    : sql``;
  return selectRows(tx, sql`${where}${start}`, orderBy, PAGE + 1, sort);
}

interface Order {
  value: SQL | null;
  isDescending: boolean;
  areNullsLast: boolean;
  isById: boolean;
}

/** The rows after the cursor. */
function isAfter(cursor: Cursor, { value, isDescending, areNullsLast, isById }: Order): SQL {
  const than = sql.raw(isDescending ? '<' : '>');
  const [id, firstName, lastName] = cursor.toReversed();
  const tie = isById
    ? sql`u.id ${sql.raw(isDescending ? '>' : '<')} ${id}::int`
    : sql`(u.last_name, u.first_name, u.id) ${than} (${lastName}, ${firstName}, ${id}::int)`;
  if (!value) return tie;
  const [at] = cursor;
  if (at === null)
    return areNullsLast
      ? sql`${value} is null and ${tie}`
      : sql`(${value} is not null or (${value} is null and ${tie}))`;
  const given = isById ? sql`${at}::timestamptz` : sql`${at}`;
  const without = areNullsLast ? sql` or ${value} is null` : sql``;
  return sql`(${value} ${than} ${given} or (${value} = ${given} and ${tie})${without})`;
}

async function selectRows(
  tx: TenantTransaction,
  where: SQL,
  order: SQL,
  limit: number,
  sort: PeopleSort = 'name',
): Promise<Row[]> {
  // Only ids are sorted: sorting whole rows of 50,000 people takes several times as long.
  const { rows } = await tx.execute<Row>(sql`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.title,
      u.avatar_id as "avatarId", u.department_id as "departmentId", d.name as "departmentName",
      u.manager_id as "managerId", m.first_name || ' ' || m.last_name as "managerName",
      (select count(*) from users as r where r.manager_id = u.id and r.status <> 'deactivated')::int as "directReports",
      u.status, u.is_admin as "isAdmin", u.may_author as "mayAuthor", u.last_active_at as "lastActiveAt", ${sortValues[sort] ?? sql`null`}::text as "sortValue",
      invitation.created_at as "sentAt", invitation.expires_at as "expiresAt", invitation.revoked_at is not null as "isRevoked",
      invitation.mail_outcome = 'refused' as "isUndelivered", u.erased_at is not null as "isErased"
    from (select u.id from users as u where ${where} order by ${order} limit ${limit}) as page
    join users as u on u.id = page.id
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
            isUndelivered: row.isUndelivered === true,
          }
        : null,
    lastActiveAt: row.lastActiveAt && isoTime(row.lastActiveAt),
    isErased: row.isErased,
  };
}

/** By name: last name, first name, id. By activity: time, id. Otherwise: the value, last name, first name, id. */
type Cursor = (string | number | null)[];

function writeCursor(sort: AdminPeopleQuery['sort'], row: Row) {
  const name = sort === 'activity' ? [] : [row.lastName, row.firstName];
  const value = sort === undefined || sort === 'name' ? [] : [row.sortValue];
  return Buffer.from(JSON.stringify([...value, ...name, row.userId])).toString('base64url');
}

function readCursor(sort: PeopleSort, text: string): Cursor {
  const cursor = parse(text);
  const texts = sort === 'activity' ? 0 : 2;
  const values = sort === 'name' ? 0 : 1;
  const isText = (value: unknown) => typeof value === 'string';
  const isValue = (value: unknown) =>
    value === null || (sort === 'activity' ? isInstant(value) : isText(value));
  const isValid =
    cursor?.length === values + texts + 1 &&
    cursor.slice(0, values).every(isValue) &&
    cursor.slice(values, values + texts).every(isText);
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
