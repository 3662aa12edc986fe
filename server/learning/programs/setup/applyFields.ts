import type { SomeProgramFields } from '#contract/learning/programSetup.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { and, eq, inArray, isNull, type sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { programs, programTopics, topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findUsableSurveys } from '#server/surveys/index.ts';
import { isInScope } from './audience.ts';

export interface SetupContext {
  tx: TenantTransaction;
  audit: Pick<Audit, 'record'>;
  actor: Actor;
  viewer: Pick<Viewer, 'userId' | 'isAdmin' | 'mayAuthor' | 'timeZone'>;
  now: Date;
}

/** Writes the fields that are given. */
export async function applyFields(context: SetupContext, programId: string, fields: SomeProgramFields) {
  const { tx } = context;
  const { topicIds, due, audience, coachingPlan, ...rest } = fields;
  if (
    rest.selectionMin !== undefined &&
    rest.selectionMax !== undefined &&
    rest.selectionMin > rest.selectionMax
  )
    throw notPossible('The minimum cannot be more than the maximum.', {
      selectionMin: 'is more than the maximum',
    });
  await assertReachable(context, programId, fields);
  await assertSurveys(context, programId, fields);
  const values = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(due && {
      dueOn: due.kind === 'date' ? due.on : null,
      dueDays: due.kind === 'days' ? due.days : null,
    }),
    ...(coachingPlan !== undefined && {
      plannedSessions: coachingPlan?.sessions ?? null,
      sessionEveryDays: coachingPlan?.everyDays ?? null,
    }),
    ...(audience && {
      audienceEveryone: audience.everyone,
      audiencePeople: audience.userIds,
      audienceDepartments: audience.departmentIds,
    }),
  };
  if (Object.keys(values).length > 0) await tx.update(programs).set(values).where(eq(programs.id, programId));
  if (topicIds) await replaceTopics(tx, programId, topicIds);
}

async function replaceTopics(tx: TenantTransaction, programId: string, topicIds: string[]) {
  const before = await tx
    .select({ topicId: programTopics.topicId })
    .from(programTopics)
    .where(eq(programTopics.programId, programId));
  const added = topicIds.filter((id) => !before.some(({ topicId }) => topicId === id));
  if (added.length > 0) {
    const known = await tx
      .select({ id: topics.id })
      .from(topics)
      .where(and(inArray(topics.id, added), isNull(topics.retiredAt)));
    if (known.length < added.length)
      throw notPossible('Some of these topics do not exist or are retired. Remove them.', {
        topicIds: 'include a topic that cannot be used',
      });
  }
  await tx.delete(programTopics).where(eq(programTopics.programId, programId));
  if (topicIds.length > 0)
    await tx
      .insert(programTopics)
      .values(topicIds.map((topicId, position) => ({ tenantId: tx.tenantId, programId, topicId, position })));
}

/** The program must be allowed to include new people in its audience, and coaches must be active. */
async function assertReachable(
  { tx }: SetupContext,
  programId: string,
  { audience, audienceRule, coachIds }: SomeProgramFields,
) {
  const [program] = await tx.select().from(programs).where(eq(programs.id, programId));
  if (!program) return;
  const scope = { userId: program.ownerId ?? 0, isForLine: program.isForLine };
  const added = (audience?.userIds ?? []).filter((id) => !program.audiencePeople.includes(id));
  if (added.length > 0 && (await countPeople(tx, added, isInScope(scope))) < added.length)
    throw notPossible(
      scope.isForLine
        ? 'Some of these people do not report to the owner of the program, directly or indirectly. Remove them.'
        : 'Some of these people are no longer active. Remove them.',
      { 'audience.userIds': 'include people whom you cannot invite' },
    );
  const managerId = audienceRule?.managerId ?? null;
  if (
    managerId !== null &&
    managerId !== program.audienceRule?.managerId &&
    managerId !== program.ownerId &&
    (await countPeople(tx, [managerId], isInScope(scope))) === 0
  )
    throw notPossible('You cannot invite the people below this person. Choose someone else.', {
      'audienceRule.managerId': 'is someone whose people you cannot invite',
    });
  const coaches = (coachIds ?? []).filter((id) => !program.coachIds.includes(id));
  if (coaches.length > 0 && (await countPeople(tx, coaches, eq(users.status, 'active'))) < coaches.length)
    throw notPossible('Some of these coaches are no longer active. Remove them.', {
      coachIds: 'include someone who is not active',
    });
}

/** New surveys must be drafts of the owner of the program. */
async function assertSurveys({ tx }: SetupContext, programId: string, fields: SomeProgramFields) {
  const names = ['surveyBeforeId', 'surveyAfterId'] as const;
  if (names.every((name) => !fields[name])) return;
  const [program] = await tx.select().from(programs).where(eq(programs.id, programId));
  const usable = await findUsableSurveys(tx, program?.ownerId ?? 0);
  for (const name of names) {
    const id = fields[name];
    if (id && id !== program?.[name] && !usable.some(({ surveyId }) => surveyId === id))
      throw notPossible('This survey cannot be sent by the program. Choose a draft with questions.', {
        [name]: 'cannot be used',
      });
  }
}

async function countPeople(tx: TenantTransaction, ids: number[], condition: ReturnType<typeof sql>) {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), condition));
  return rows.length;
}
