import { DIRECTORY_MAX_PEOPLE, PEOPLE_SEARCH_MAX_RESULTS } from '#contract/limits.ts';
import type { Participant, Person } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';
import { and, asc, count, eq, inArray, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { matchingPeople, searchText } from './nameSearch.ts';
import { avatarPath, participantOf } from './present.ts';

const MAX_ADMINISTRATORS = 3;

/** A department and all departments below it. */
export const departmentsWithin = (departmentId: number) => sql`(
  with recursive below as (
    select id from departments where id = ${departmentId}
    union select d.id from departments as d join below on d.parent_id = below.id)
  select id from below)`;

const inDirectory = ne(users.status, 'invited');
const byName = [asc(users.lastName), asc(users.firstName), asc(users.id)] as const;

/**
 * A page of the people in a department and the departments below it, or of all people (0). Invited people who have not
 * signed in yet are left out. `after` is the last person of the previous page.
 */
export async function listPeople(
  tx: TenantTransaction,
  departmentId: number,
  { after, ifAtMost = Number.POSITIVE_INFINITY }: { after?: number | undefined; ifAtMost?: number } = {},
): Promise<{ data: Person[]; isComplete: boolean }> {
  const listed = and(
    inDirectory,
    departmentId === 0 ? undefined : inArray(users.departmentId, departmentsWithin(departmentId)),
  );
  if (Number.isFinite(ifAtMost) && !(await hasAtMost(tx, ifAtMost, listed)))
    return { data: [], isComplete: false };
  const rows = await selectPeople(tx)
    .where(and(listed, after === undefined ? undefined : isAfter(after)))
    .orderBy(...byName)
    .limit(DIRECTORY_MAX_PEOPLE + 1);
  return {
    data: rows.slice(0, DIRECTORY_MAX_PEOPLE).map(personOf),
    isComplete: rows.length <= DIRECTORY_MAX_PEOPLE,
  };
}

/** Whether at most this number of people are in the directory. Reads no more rows than that. */
export async function hasAtMost(
  tx: TenantTransaction,
  most: number,
  condition: SQL | undefined = inDirectory,
): Promise<boolean> {
  const some = tx
    .select({ id: users.id })
    .from(users)
    .where(condition)
    .limit(most + 1)
    .as('some');
  const [counted] = await tx.select({ people: count() }).from(some);
  return (counted?.people ?? 0) <= most;
}

/** The people with these ids who are in the directory. */
export async function findKnownPeople(tx: TenantTransaction, userIds: readonly number[]): Promise<Person[]> {
  const rows = await selectPeople(tx)
    .where(and(inDirectory, inArray(users.id, [...userIds])))
    .orderBy(...byName);
  return rows.map(personOf);
}

/** Active people other than the viewer who match a text by name, email address or a topic they can help with. */
export async function findPeopleByText(
  tx: TenantTransaction,
  { userId }: Viewer,
  text: string,
): Promise<Person[]> {
  const others = `u.status = 'active' and u.id <> (select viewer from wanted)`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    with wanted as (select ${searchText(text)}::text as text, ${userId}::int as viewer)
    (select u.id from (${sql.raw(matchingPeople('(select text from wanted)', others))}) as u
      order by u.word, u.name, u.id limit ${PEOPLE_SEARCH_MAX_RESULTS})
    union all
    (select u.id from users as u where ${sql.raw(others)} and ${helpsWith('u')}
      order by u.first_name collate "C", u.last_name collate "C", u.id limit ${PEOPLE_SEARCH_MAX_RESULTS})`);
  const ids = [...new Set(rows.map(({ id }) => id))].slice(0, PEOPLE_SEARCH_MAX_RESULTS);
  const found = await selectPeople(tx).where(inArray(users.id, ids));
  const place = new Map(ids.map((id, index) => [id, index]));
  return found
    .map(personOf)
    .sort((one, other) => (place.get(one.userId) ?? 0) - (place.get(other.userId) ?? 0));
}

const selectPeople = (tx: TenantTransaction) =>
  tx
    .select({ user: users, departmentName: departments.name })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId));

const isAfter = (userId: number): SQL =>
  sql`(${users.lastName}, ${users.firstName}, ${users.id}) >
    (select last.last_name, last.first_name, last.id from users as last where last.id = ${userId})`;

/** Few people name topics, so an index lists them. */
const helpsWith = (user: string): SQL =>
  sql.raw(`${user}.help_topics <> '{}' and exists (select from unnest(${user}.help_topics) as topic
    where starts_with(fold_text(topic), (select fold_text(text) from wanted)))`);

const personOf = ({
  user,
  departmentName,
}: {
  user: typeof users.$inferSelect;
  departmentName: string | null;
}): Person => ({
  userId: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  emailAddress: user.email,
  title: user.title,
  departmentName,
  userAvatar: avatarPath(user.avatarId),
  initials: initialsOf(user.firstName, user.lastName),
  uuid: user.uuid,
  isActive: user.status === 'active',
  ...(user.pronouns && { pronouns: user.pronouns }),
  ...(user.helpTopics.length > 0 && { helpTopics: user.helpTopics }),
});

/** The language for a person who has not sent a request: their own, otherwise the organisation's (decision 0024). */
export async function findLocale(tx: TenantTransaction, userId: number): Promise<string> {
  const [found] = await tx
    .select({ own: users.locale, common: organisationSettings.locale })
    .from(users)
    .leftJoin(organisationSettings, eq(organisationSettings.tenantId, users.tenantId))
    .where(eq(users.id, userId));
  return found?.own ?? found?.common ?? 'en-US';
}

/** Active administrators other than the viewer. */
export async function findAdministrators(tx: TenantTransaction, viewer: Viewer): Promise<Participant[]> {
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .where(and(users.isAdmin, eq(users.status, 'active'), ne(users.id, viewer.userId)))
    .orderBy(asc(users.id))
    .limit(MAX_ADMINISTRATORS);
  return rows.map(participantOf);
}

/** People by id, with the fields that everyone may see. */
export async function findParticipants(
  tx: TenantTransaction,
  ids: readonly (number | null)[],
): Promise<Map<number, Participant>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(rows.map((row) => [row.id, participantOf(row)]));
}
