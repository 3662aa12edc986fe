import { unreachableQuestions } from '#contract/surveys/branching.ts';
import { raterGroups } from '#contract/surveys/feedback.ts';
import { listQuestions } from '#contract/surveys/questions.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { departments } from '#server/db/schema/people.ts';
import { surveyParticipations } from '#server/db/schema/surveys.ts';
import { dayOf } from '#server/formats.ts';
import { notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { insertTicketKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { findMembers } from '#server/surveys/audience.ts';
import { type ChangeContext, requireFutureDay } from '#server/surveys/changeSurvey.ts';
import { segmentOfGroup } from '#server/surveys/feedback/feedbackFigures.ts';
import { renewManager, requireRaters } from '#server/surveys/feedback/raters.ts';
import { invitationOf } from '#server/surveys/notices.ts';
import { coarsen } from '#server/surveys/segments.ts';
import { ownerOf, type SurveyRow } from '#server/surveys/surveysRepository.ts';

/** Asks the raters. The department column stores their group. */
async function openFeedback(
  { tx, isSilent, now }: Pick<ChangeContext, 'tx' | 'isSilent' | 'now'>,
  survey: SurveyRow,
  timeZone: string,
) {
  const raters = await requireRaters(tx, survey.id);
  await tx.insert(surveyParticipations).values(
    raters.map(({ userId, group }) => ({
      tenantId: tx.tenantId,
      surveyId: survey.id,
      userId,
      segmentId: segmentOfGroup(group),
    })),
  );
  if (!isSilent)
    await enqueueNotifications(
      tx,
      raters.map(({ userId }) => invitationOf(survey, userId, 0)),
      now,
    );
  return {
    values: {
      openedAt: now,
      problem: null,
      phase: null,
      segments: raterGroups.map((group) => ({ id: segmentOfGroup(group), name: group })),
      ...(survey.closesOn && { closesAt: endOfDay(survey.closesOn, timeZone) }),
    },
    changes: { people: { before: null, after: raters.length } },
  };
}
const endOfDay = (day: string, timeZone: string) =>
  sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`;

/** A statement can have 65,535 parameters. */
const ROWS_PER_STATEMENT = 5_000;

/** The people whom the survey asks when it opens. Refuses a survey that cannot be opened as it is. */
async function requireOpenable(tx: ChangeContext['tx'], survey: SurveyRow, now: Date) {
  const all = listQuestions(survey.questions);
  if (all.length === 0)
    throw notPossible('The survey has no questions yet. Add at least one.', { questions: 'are missing' });
  const [unreachable] = unreachableQuestions(survey.questions);
  if (unreachable !== undefined) {
    const position = all.findIndex(({ key }) => key === unreachable) + 1;
    throw notPossible(
      `No one can reach question ${position}, because its condition is never true. Change the condition.`,
      { questions: 'contain one that no one can reach' },
    );
  }
  const owner = await ownerOf(tx, survey);
  if (survey.closesOn) requireFutureDay(survey.closesOn, dayOf(now, owner));
  if (survey.subjectId !== null) {
    await renewManager(tx, survey.id, survey.subjectId);
    await requireRaters(tx, survey.id);
    return { owner, members: [] };
  }
  const members = await findMembers(tx, owner, survey.audience);
  if (members.length === 0)
    throw notPossible('The survey would ask no one. Choose other people.', {
      audience: 'has no active people',
    });
  const { minGroupSize } = await readSettings(tx);
  if (survey.mode !== 'named' && survey.k < minGroupSize)
    throw notPossible(
      `Your organisation shows no results of groups with fewer than ${minGroupSize} people. Choose ${minGroupSize} or more as the smallest group.`,
      { k: `is less than ${minGroupSize}` },
    );
  if (survey.mode !== 'named' && members.length < survey.k)
    throw notPossible(
      `A survey with groups of at least ${survey.k} needs at least ${survey.k} people, and it would ask ${members.length}. Ask more people, or choose “With names”.`,
      { audience: `has fewer than ${survey.k} people` },
    );
  return { owner, members };
}

/** Checks now what would keep the survey from opening on its first day. */
export async function scheduleSurvey({ tx, now }: ChangeContext, survey: SurveyRow) {
  await requireOpenable(tx, survey, now);
  return { values: { problem: null }, changes: {} };
}

/** Stores the asked people, their departments and the end of the last day, and invites the people. */
export async function openSurvey({ tx, secretBox, isSilent = false, now }: ChangeContext, survey: SurveyRow) {
  const { owner, members } = await requireOpenable(tx, survey, now);
  if (survey.subjectId !== null) return openFeedback({ tx, isSilent, now }, survey, owner.timeZone);
  const tree = await tx
    .select({ id: departments.id, parentId: departments.parentId, name: departments.name })
    .from(departments)
    .orderBy(sql`lower(${departments.name})`, departments.id);
  const segmentOf = coarsen(
    tree,
    members.map(({ departmentId }) => departmentId),
    survey.mode === 'named' ? 1 : survey.k,
  );
  const rows = members.map(({ userId, departmentId }) => ({
    tenantId: tx.tenantId,
    surveyId: survey.id,
    userId,
    // An anonymous response says nothing about its author.
    segmentId:
      departmentId === null || survey.mode === 'anonymous' ? null : (segmentOf.get(departmentId) ?? null),
  }));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx.insert(surveyParticipations).values(rows.slice(from, from + ROWS_PER_STATEMENT));
  if (survey.mode === 'anonymous') await insertTicketKey(tx, survey.id, secretBox);
  const used = new Set(rows.map(({ segmentId }) => segmentId));
  if (!isSilent)
    await enqueueNotifications(
      tx,
      rows.map(({ userId }) => invitationOf(survey, userId, 0)),
      now,
    );
  return {
    values: {
      openedAt: now,
      problem: null,
      segments: tree.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ id, name })),
      ...(survey.closesOn && { closesAt: endOfDay(survey.closesOn, owner.timeZone) }),
    },
    changes: {
      people: { before: null, after: rows.length },
      mode: { before: null, after: survey.mode },
      k: { before: null, after: survey.k },
    },
  };
}
