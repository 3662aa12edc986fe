import type { Pool } from 'pg';
import type { SearchResults } from '#contract/search.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { IS_LATEST_CYCLE, mayInviteSql, PLAN_TABLES } from '#server/learning/programs/index.ts';
import { matchesName, participantOf, searchText } from '#server/people/index.ts';

/** Maximum number of results of each kind. Users type more text to find others. */
const MOST = 6;

interface PersonRow {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  title: string | null;
  isReport: boolean;
}
/**
 * The people of the directory without the viewer, direct reports first. Names are sorted by bytes, which is fast even
 * if a text matches everyone.
 */
const findPeople = prepareRead<PersonRow, [userId: number, search: string]>(
  'search_people',
  `select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarId', u.avatar_id,
    'title', u.title, 'isReport', u.is_report)
  from (select u.*, u.manager_id is not distinct from $1::int as is_report from users as u
    where u.status = 'active' and u.id <> $1 and ${matchesName('$2::text', 'u')}) as u
  order by u.is_report desc, u.first_name collate "C", u.last_name collate "C", u.id limit ${MOST}`,
);

/** There are few programs and topics, so their search words are computed in the query. */
const beginsWith = (name: string) =>
  `person_search_words(${name}, '', '') @@ (select person_search_query($2::text))`;
const isOwn = `exists (select from enrolments as e where e.program_id = p.id and e.user_id = $1)`;

/** Programs that the viewer takes part in or may invite people to. */
const findPrograms = prepareRead<
  SearchResults['programs'][number],
  [userId: number, search: string, isAdmin: boolean]
>(
  'search_programs',
  `select json_build_object('programId', p.id, 'programName', p.name, 'canOpen', p.is_own, 'canInvite', p.can_invite)
  from (select p.id, p.name, p.status in ('active', 'paused', 'closed') and ${isOwn} as is_own,
      ${mayInviteSql('$1', '$3::boolean', 'p')} as can_invite from programs as p where ${beginsWith('p.name')}) as p
  where p.is_own or p.can_invite order by p.is_own desc, p.name, p.id limit ${MOST}`,
);

const findTopics = prepareRead<SearchResults['topics'][number], [userId: number, search: string]>(
  'search_topics',
  `select json_build_object('topicId', t.id, 'title', t.title, 'programId', p.id, 'programName', p.name)
  from ${PLAN_TABLES}
  join program_topics as pt on pt.program_id = p.id
  join topics as t on t.id = pt.topic_id
  where e.user_id = $1 and ${IS_LATEST_CYCLE} and ${beginsWith('t.title')}
  order by t.title, p.name, t.id limit ${MOST}`,
);

/** Searches everything in one round trip. */
export async function search(pool: Pool, { userId, tenantId, isAdmin }: Viewer, text: string) {
  const wanted = searchText(text);
  const [people, programs, topics] = await readPrepared(pool, tenantId, [
    findPeople(userId, wanted),
    findPrograms(userId, wanted, isAdmin),
    findTopics(userId, wanted),
  ]);
  return {
    people: people.map(({ title, isReport, ...person }) => ({ ...participantOf(person), title, isReport })),
    programs,
    topics,
  } satisfies SearchResults;
}
