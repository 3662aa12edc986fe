import type { Pool } from 'pg';
import type { SearchResults } from '#contract/search.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { IS_LATEST_CYCLE, isOfferedSql, mayInviteSql, PLAN_TABLES } from '#server/learning/programs/index.ts';
import { matchesName, matchingPeople, participantOf, searchText } from '#server/people/index.ts';

/** Maximum number of results of each kind. Users type more text to find other results. */
const MOST = 6;

interface NamedPerson {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
}
interface PersonRow extends NamedPerson {
  title: string | null;
  isReport: boolean;
}
const PERSON = `json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarId', u.avatar_id,
    'title', u.title, 'isReport', u.manager_id is not distinct from $1::int)`;
/** The viewer's direct reports, manager and coaches, and the learners whom the viewer coaches. Reports come first. */
const findRelated = prepareRead<PersonRow, [userId: number, search: string]>(
  'search_related',
  `select ${PERSON} from users as u
  where u.status = 'active' and u.id <> $1 and ${matchesName('$2::text', 'u')} and u.id in (
    select id from users where manager_id = $1
    union all select manager_id from users where id = $1
    union all select coach_id from enrolments where user_id = $1
    union all select user_id from enrolments where coach_id = $1)
  order by u.manager_id is not distinct from $1 desc, u.first_name collate "C", u.last_name collate "C", u.id limit ${MOST}`,
);
/** The other people of the directory without the viewer, in the order of the words that match. */
const findOthers = prepareRead<PersonRow, [userId: number, search: string]>(
  'search_others',
  `select ${PERSON}
  from (${matchingPeople('$2::text', `u.status = 'active' and u.id <> $1 and u.manager_id is distinct from $1`)}) as u
  order by u.word, u.name, u.id limit ${MOST}`,
);

/** There are few topics of the viewer, surveys and departments, so their search words are computed in the query. */
const beginsWith = (name: string) =>
  `person_search_words(${name}, '', '') @@ (select person_search_query($2::text))`;
const isOwn = `exists (select from enrolments as e where e.program_id = p.id and e.user_id = $1)`;

/** Programs that the viewer takes part in, may invite people to or can join. */
const findPrograms = prepareRead<
  SearchResults['programs'][number],
  [userId: number, search: string, isAdmin: boolean]
>(
  'search_programs',
  `select json_build_object('programId', p.id, 'programName', p.name, 'canOpen', p.is_own, 'canInvite', p.can_invite,
    'canJoin', p.can_join)
  from (select p.id, p.name, p.status in ('active', 'paused', 'closed') and ${isOwn} as is_own,
      ${mayInviteSql('$1', '$3::boolean', 'p')} as can_invite, ${isOfferedSql('$1')} as can_join from programs as p where ${matchesName('$2::text', 'p')}) as p
  where p.is_own or p.can_invite or p.can_join order by p.is_own desc, p.name, p.id limit ${MOST}`,
);

const findTopics = prepareRead<SearchResults['topics'][number], [userId: number, search: string]>(
  'search_topics',
  `select json_build_object('topicId', t.id, 'title', t.title, 'programId', p.id, 'programName', p.name,
    'isSelected', exists (select from goals as g where g.enrolment_id = e.id and g.topic_id = t.id and g.removed_at is null))
  from ${PLAN_TABLES}
  join program_topics as pt on pt.program_id = p.id
  join topics as t on t.id = pt.topic_id
  where e.user_id = $1 and ${IS_LATEST_CYCLE} and ${beginsWith('t.title')}
  order by t.title, p.name, t.id limit ${MOST}`,
);

/** Running objectives come first. */
const findObjectives = prepareRead<
  NonNullable<SearchResults['objectives']>[number],
  [userId: number, search: string]
>(
  'search_objectives',
  `select json_build_object('objectiveId', o.id, 'title', o.title) from objectives as o
  where o.owner_id = $1 and ${beginsWith('o.title')}
  order by o.ended_at is not null, o.title, o.id limit ${MOST}`,
);

/** Open surveys that wait for the viewer's answer, and surveys that the viewer manages. */
const findSurveys = prepareRead<
  SearchResults['surveys'][number],
  [userId: number, search: string, isAdmin: boolean]
>(
  'search_surveys',
  `select json_build_object('surveyId', s.id, 'surveyName', s.name, 'canAnswer', s.can_answer, 'canEdit', s.can_edit)
  from (select s.id, s.name, s.created_at,
      s.state = 'open' and coalesce(s.closes_at > now(), true) and exists (select from survey_participations as p
        where p.survey_id = s.id and p.user_id = $1 and p.answered_on is null) as can_answer,
      s.state <> 'archived' and ($3::boolean or s.owner_id = $1) and s.subject_id is distinct from $1 as can_edit
    from surveys as s where ${beginsWith('s.name')}) as s
  where s.can_answer or s.can_edit order by s.can_answer desc, s.created_at desc, s.id limit ${MOST}`,
);

interface SessionRow extends Omit<SearchResults['sessions'][number], 'other'> {
  other: NamedPerson;
}
/** Newest first. Sessions without a time come before all others. */
const findSessions = prepareRead<SessionRow, [userId: number, search: string]>(
  'search_sessions',
  `select json_build_object('sessionId', s.id, 'programId', p.id, 'programName', p.name,
    'startsAt', to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'other', json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatarId', u.avatar_id))
  from coaching_sessions as s
  join enrolments as e on e.id = s.enrolment_id
  join programs as p on p.id = e.program_id
  join users as u on u.id = case when s.learner_id = $1 then s.peer_id else s.learner_id end
  where (s.learner_id = $1 or s.peer_id = $1) and s.state <> 'cancelled' and (s.state <> 'expired' or s.starts_at is not null)
    and (${matchesName('$2::text', 'u')} or ${matchesName('$2::text', 'p')})
  order by s.starts_at desc nulls first, s.id limit ${MOST}`,
);

const findContent = prepareRead<SearchResults['content'][number], [search: string, mayAuthor: boolean]>(
  'search_content',
  `select json_build_object('topicId', t.id, 'title', t.title)
  from (select id, coalesce(draft->>'title', title) as title, search_words from topics where $2::boolean and retired_at is null) as t
  where ${matchesName('$1::text', 't')}
  order by t.title, t.id limit ${MOST}`,
);

const findDepartments = prepareRead<SearchResults['departments'][number], [search: string, isAdmin: boolean]>(
  'search_departments',
  `select json_build_object('departmentId', d.id, 'name', d.name) from departments as d
  where $2::boolean and person_search_words(d.name, '', '') @@ (select person_search_query($1::text))
  order by d.name, d.id limit ${MOST}`,
);

/** Searches everything in one round trip. */
export async function search(pool: Pool, { userId, tenantId, isAdmin, mayAuthor }: Viewer, text: string) {
  const wanted = searchText(text);
  const [related, others, programs, topics, objectives, surveys, sessions, content, departments] =
    await readPrepared(pool, tenantId, [
      findRelated(userId, wanted),
      findOthers(userId, wanted),
      findPrograms(userId, wanted, isAdmin),
      findTopics(userId, wanted),
      findObjectives(userId, wanted),
      findSurveys(userId, wanted, isAdmin),
      findSessions(userId, wanted),
      findContent(wanted, mayAuthor),
      findDepartments(wanted, isAdmin),
    ]);
  const relatedIds = new Set(related.map(({ id }) => id));
  return {
    people: [...related, ...others.filter(({ id }) => !relatedIds.has(id))]
      .slice(0, MOST)
      .map(({ title, isReport, ...person }) => ({
        ...participantOf(person),
        title,
        isReport,
        isRelated: relatedIds.has(person.id),
      })),
    programs,
    topics,
    objectives,
    surveys,
    sessions: sessions.map(({ other, ...session }) => ({ ...session, other: participantOf(other) })),
    content,
    departments,
  } satisfies SearchResults;
}
