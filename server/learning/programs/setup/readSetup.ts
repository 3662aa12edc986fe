import type {
  CandidatesQuery,
  LibraryTopic,
  ManagedPrograms,
  ProgramFields,
  ProgramOptions,
  ProgramOptionsQuery,
  ProgramSetup,
} from '#contract/learning/programSetup.ts';
import type { Participant } from '#contract/people.ts';
import { and, asc, eq, inArray, ne, type SQL, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { mayReadInsights } from '#server/insights/index.ts';
import { findParticipants, nameStartsWith, participantOf } from '#server/people/index.ts';
import { findSurveyNames, findUsableSurveys } from '#server/surveys/index.ts';
import { countAudience, countPlaces, isInScope, type Scope } from './audience.ts';
import { countOpenRequests } from './openRequests.ts';
import { findProgramProblems } from './programProblems.ts';
import {
  findManaged,
  hasReports,
  isManagedBy,
  mayLaunch,
  type ProgramRow,
  requireCreator,
} from './setupPolicy.ts';

type Who = Pick<Viewer, 'userId' | 'isAdmin' | 'mayAuthor'>;

/** A program for the people who manage it. */
export async function readSetup(
  tx: TenantTransaction,
  viewer: Who & Pick<Viewer, 'timeZone'>,
  programId: string,
  now: Date,
): Promise<ProgramSetup> {
  const row = await findManaged(tx, viewer, programId);
  const topics = await findTopics(
    tx,
    sql`join program_topics as pt on pt.topic_id = t.id
    where pt.program_id = ${programId} order by pt.position`,
  );
  const fields = fieldsOf(row, topics);
  const invited = [
    ...row.audiencePeople,
    ...(row.audienceRule?.managerId ? [row.audienceRule.managerId] : []),
  ];
  const people = await findParticipants(tx, [
    row.ownerId,
    row.changedBy,
    row.launchedBy,
    ...invited,
    ...row.coachIds,
  ]);
  const participant = (userId: number | null) => (userId === null ? null : (people.get(userId) ?? null));
  const known = (ids: readonly number[]) =>
    ids.map(participant).filter((one): one is Participant => one !== null);
  const reach = await countAudience(tx, programId);
  const surveyNames = await findSurveyNames(tx, [row.surveyBeforeId, row.surveyAfterId]);
  const isDraft = row.status === 'draft';
  const may = await mayLaunch(tx, viewer);
  return {
    programId,
    status: row.status,
    version: row.version,
    ...fields,
    isNameUsed: await isNameUsed(tx, viewer, row),
    isForLine: row.isForLine,
    owner: participant(row.ownerId),
    changedBy: participant(row.changedBy),
    changedAt: (row.changedAt ?? row.createdAt).toISOString(),
    topics,
    people: known(invited),
    departments: await findDepartments(tx, row.audienceDepartments),
    coaches: known(row.coachIds),
    surveys: [...surveyNames].map(([surveyId, surveyName]) => ({ surveyId, surveyName })),
    reach,
    learners: isDraft ? 0 : await readLearners(tx, programId),
    review: { askedAt: row.reviewAskedAt?.toISOString() ?? null, note: row.reviewNote },
    problems: isDraft
      ? findProgramProblems(fields, {
          topics,
          reach,
          activeCoaches: await countActive(tx, row.coachIds),
          usableSurveys: row.ownerId === null ? [] : await findUsableSurveys(tx, row.ownerId),
          today: dayOf(now, viewer),
        })
      : {},
    launch: await readLaunch(tx, row, participant(row.launchedBy)),
    can: {
      edit: isDraft,
      launch: (isDraft || row.launchFailedAt !== null) && may,
      askReview: isDraft && !may,
      returnReview: isDraft && viewer.isAdmin && row.reviewAskedAt !== null && row.ownerId !== viewer.userId,
      export: viewer.mayAuthor,
    },
  };
}

const countLearners = (programId: SQL) => sql`(select count(*)::int from enrolments as e
  where e.program_id = ${programId} and e.state not in ('declined', 'withdrawn'))`;
async function readLearners(tx: TenantTransaction, programId: string): Promise<number> {
  const { rows } = await tx.execute<{ learners: number }>(
    sql`select ${countLearners(sql`${programId}`)} as learners`,
  );
  return rows[0]?.learners ?? 0;
}

async function isNameUsed(tx: TenantTransaction, viewer: Who, { id, name }: ProgramRow): Promise<boolean> {
  if (name.trim() === '') return false;
  const [other] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(
      and(
        isManagedBy(viewer),
        ne(programs.id, id),
        ne(programs.status, 'archived'),
        sql`lower(trim(${programs.name})) = lower(trim(${name}))`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

const fieldsOf = (row: ProgramRow, topics: readonly LibraryTopic[]): ProgramFields => ({
  name: row.name,
  purpose: row.purpose,
  topicIds: topics.map(({ topicId }) => topicId),
  selectionMin: row.selectionMin,
  selectionMax: row.selectionMax,
  topicOrder: row.topicOrder,
  confirmation: row.confirmation,
  managerVisible: row.managerVisible,
  due: dueOf(row),
  coachingPlan: coachingPlanOf(row),
  joining: row.joining,
  surveyBeforeId: row.surveyBeforeId,
  surveyAfterId: row.surveyAfterId,
  audience: {
    everyone: row.audienceEveryone,
    userIds: row.audiencePeople,
    departmentIds: row.audienceDepartments,
  },
  audienceRule: row.audienceRule,
  coachIds: row.coachIds,
  coachLimit: row.coachLimit,
});

export const coachingPlanOf = ({
  plannedSessions: sessions,
  sessionEveryDays: everyDays,
}: Pick<ProgramRow, 'plannedSessions' | 'sessionEveryDays'>): ProgramFields['coachingPlan'] =>
  sessions === null || everyDays === null ? null : { sessions, everyDays };

export function dueOf({ dueOn, dueDays }: Pick<ProgramRow, 'dueOn' | 'dueDays'>): ProgramFields['due'] {
  if (dueOn !== null) return { kind: 'date', on: dueOn };
  return dueDays === null ? { kind: 'none' } : { kind: 'days', days: dueDays };
}

/** Topics with their newest version, or with their draft before the first version. */
async function findTopics(tx: TenantTransaction, rest: SQL): Promise<LibraryTopic[]> {
  const { rows } = await tx.execute<LibraryTopic>(sql`
    select t.id as "topicId", t.title, t.behavior_name as "behaviorName",
      case when t.retired_at is not null then 'retired' when v.n is null then 'draft' else 'published' end as state,
      (select count(*)::int from topic_steps as s where s.topic_id = t.id and s.n = v.n) as steps,
      (select coalesce(sum(s.minutes), 0)::int from topic_steps as s where s.topic_id = t.id and s.n = v.n and s.required) as minutes
    from topics as t
    left join lateral (select max(n) as n from topic_versions where topic_id = t.id) as v on true
    ${rest}`);
  return rows;
}

async function findDepartments(tx: TenantTransaction, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ departmentId: departments.id, name: departments.name })
    .from(departments)
    .where(inArray(departments.id, [...ids]))
    .orderBy(asc(departments.name), asc(departments.id));
}

async function countActive(tx: TenantTransaction, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.status, 'active')));
  return rows.length;
}

async function readLaunch(
  tx: TenantTransaction,
  row: ProgramRow,
  by: Participant | null,
): Promise<ProgramSetup['launch']> {
  if (!row.launchedAt) return null;
  // A person who joined without an invitation has no inviter in any of their runs.
  const { rows } = await tx.execute<{ invited: number; joined: number }>(
    sql`select (count(*) filter (where is_invited))::int as invited, (count(*) filter (where not is_invited))::int as joined
      from (select bool_or(invited_by is not null) as is_invited from enrolments where program_id = ${row.id} group by user_id) as p`,
  );
  return {
    at: row.launchedAt.toISOString(),
    by,
    total: row.launchTotal ?? 0,
    invited: rows[0]?.invited ?? 0,
    joined: rows[0]?.joined ?? 0,
    endedAt: row.launchEndedAt?.toISOString() ?? null,
    failedAt: row.launchFailedAt?.toISOString() ?? null,
  };
}

/** Whom a program can include: the one with this id, or a new one of the viewer. */
async function findScope(tx: TenantTransaction, viewer: Who, programId: string | undefined): Promise<Scope> {
  if (programId === undefined) return requireCreator(tx, viewer);
  const { ownerId, isForLine } = await findManaged(tx, viewer, programId);
  // A program without an owner can use no one's drafts of surveys.
  return { userId: ownerId ?? 0, isForLine };
}

/** The options for a program, or for new programs of the viewer. */
export async function readOptions(
  tx: TenantTransaction,
  viewer: Who,
  { programId }: ProgramOptionsQuery,
): Promise<ProgramOptions> {
  const scope = await findScope(tx, viewer, programId);
  const isForLine = scope.isForLine && !viewer.isAdmin;
  const topics = await findTopics(
    tx,
    sql`where t.retired_at is null and (v.n is not null or ${viewer.isAdmin}::boolean) order by t.title, t.id`,
  );
  const surveys = await findUsableSurveys(tx, scope.userId);
  return { topics, surveys, ...(await countPlaces(tx, scope)), isForLine };
}

const MAX_CANDIDATES = 8;

export async function findCandidates(
  tx: TenantTransaction,
  viewer: Who,
  { programId, search }: CandidatesQuery,
) {
  const scope = await findScope(tx, viewer, programId);
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .where(and(isInScope(scope), nameStartsWith(search)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
    .limit(MAX_CANDIDATES);
  return { data: rows.map(participantOf) };
}

export async function listManaged(
  tx: TenantTransaction,
  viewer: Who,
  { offset, limit }: { offset: number; limit: number },
): Promise<ManagedPrograms> {
  const rows = await tx
    .select({
      programId: programs.id,
      name: programs.name,
      status: programs.status,
      ownerId: programs.ownerId,
      changedAt: sql<string>`coalesce(${programs.changedAt}, ${programs.createdAt})`,
      topics: sql<number>`(select count(*)::int from program_topics as pt where pt.program_id = ${programs}.id)`,
      learners: sql<number>`${countLearners(sql`${programs}.id`)}`,
      completed: sql<number>`(select count(*)::int from enrolments as e
        where e.program_id = ${programs}.id and e.state = 'completed')`,
      isInReview: sql<boolean>`${programs.status} = 'draft' and ${programs.reviewAskedAt} is not null`,
      requests: sql<number>`case when ${programs.status} = 'archived' then 0 else (${countOpenRequests(sql`${programs}.id`)}) end`,
      hasInsights: sql<boolean>`${mayReadInsights(viewer)}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(programs)
    .where(isManagedBy(viewer))
    .orderBy(sql`${programs.status} <> 'draft', ${programs.status} = 'archived', 5 desc, ${programs.id}`)
    .offset(offset)
    .limit(limit);
  const owners = await findParticipants(
    tx,
    rows.map(({ ownerId }) => ownerId),
  );
  return {
    data: rows.map(({ ownerId, changedAt, total: _total, ...row }) => ({
      ...row,
      owner: ownerId === null ? null : (owners.get(ownerId) ?? null),
      changedAt: new Date(changedAt).toISOString(),
    })),
    total: rows[0]?.total ?? 0,
    can: { create: viewer.isAdmin || (await hasReports(tx, viewer.userId)) },
  };
}
