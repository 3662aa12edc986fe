import { FEEDBACK_GROUP_MIN, raterGroups } from '#contract/surveys/feedback.ts';
import { feedbackQuestions } from '#contract/surveys/feedbackTemplate.ts';
import { listQuestions, QUESTIONS_VERSION } from '#contract/surveys/questions.ts';
import type { SurveyState } from '#contract/surveys/surveyStates.ts';
import type { Audience, NewSurvey, SurveyChange, SurveyStateChange } from '#contract/surveys/surveys.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { departments } from '#server/db/schema/people.ts';
import { surveyParticipations, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { auditAnonymity, isPassed } from '#server/surveys/anonymous/auditAnonymity.ts';
import { storeBatch } from '#server/surveys/anonymous/batches.ts';
import { insertTicketKey, removePrivateKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { segmentOfGroup } from '#server/surveys/feedback/feedbackFigures.ts';
import { insertNamedRaters, requireRaters } from '#server/surveys/feedback/raters.ts';
import { releaseFeedback } from '#server/surveys/feedback/releaseFeedback.ts';
import { countMembers, findMembers, hasReports, requireAudience } from './audience.ts';
import { invitationOf } from './invitation.ts';
import { figuresOf } from './results.ts';
import { coarsen } from './segments.ts';
import { SurveyConflict } from './surveyConflict.ts';
import { findRunnable, ownerOf, type SurveyRow, stateOf } from './surveysRepository.ts';

export interface ChangeContext {
  tx: TenantTransaction;
  viewer: Viewer;
  actor: Actor;
  audit: Pick<Audit, 'record'>;
  /** Encrypts the private keys of anonymous surveys. */
  secretBox: SecretBox;
  /** Demo data is from the past, so it notifies no one. */
  isSilent?: boolean;
  now: Date;
}

/** Creates a draft, or the next round of a survey. 404 for people without anyone to ask. */
export async function createSurvey(
  { tx, viewer, actor, audit, now }: ChangeContext,
  { surveyName, repeats, subjectId }: NewSurvey,
): Promise<string> {
  if (!viewer.isAdmin && !(await hasReports(tx, viewer.userId))) throw notFound();
  const audience: Audience =
    subjectId === undefined ? { kind: 'everybody' } : { kind: 'people', userIds: [subjectId] };
  if (subjectId !== undefined) await requireSubject(tx, viewer, audience);
  const earlier = repeats === undefined ? null : await findRunnable(tx, viewer, repeats);
  if (earlier && earlier.results === null)
    throw notPossible('Release the results before you repeat the survey.', { repeats: 'is not released' });
  const id = newId();
  await tx.insert(surveys).values({
    id,
    tenantId: tx.tenantId,
    ownerId: viewer.userId,
    name: surveyName,
    ...(earlier
      ? {
          purpose: earlier.purpose,
          mode: earlier.mode,
          k: earlier.k,
          questions: earlier.questions,
          audience: earlier.audience,
          repeats: earlier.id,
        }
      : {
          mode: 'confidential',
          k: subjectId === undefined ? (await readSettings(tx)).minGroupSize : FEEDBACK_GROUP_MIN,
          questions:
            subjectId === undefined
              ? { version: QUESTIONS_VERSION, sections: [{ key: 's1', title: '', questions: [] }] }
              : feedbackQuestions,
          audience,
          ...(subjectId !== undefined && { subjectId, phase: 'preparing' as const }),
        }),
    createdAt: now,
  });
  if (subjectId !== undefined) await insertNamedRaters(tx, id, subjectId);
  await audit.record(tx, actor, { action: 'survey.created', subject: { type: 'survey', id } });
  return id;
}

async function requireSubject(tx: TenantTransaction, viewer: Viewer, audience: Audience) {
  if ((await countMembers(tx, viewer, audience)) === 0)
    throw notPossible('This person is not active or does not report to you. Choose another one.', {
      subjectId: 'is a person whom you cannot ask',
    });
}

export async function changeSurvey(
  { tx, viewer, actor, audit, now }: ChangeContext,
  surveyId: string,
  { version, ...change }: SurveyChange,
) {
  const survey = await findRunnable(tx, viewer, surveyId, { forUpdate: true });
  if (survey.state !== 'draft')
    throw notPossible('The survey has been opened, so its questions and its protection cannot be changed.');
  if (survey.version !== version) throw new SurveyConflict();
  const { surveyName, audience, closesOn } = change;
  if (survey.subjectId !== null) requireSameProtection(survey, change);
  if (audience) await requireAudience(tx, await ownerOf(tx, survey), audience);
  if (closesOn) requireFutureDay(closesOn, dayOf(now, viewer));
  const values = {
    ...(surveyName !== undefined && { name: surveyName }),
    ...(change.purpose !== undefined && { purpose: change.purpose }),
    ...(change.mode !== undefined && { mode: change.mode }),
    ...(change.k !== undefined && { k: change.k }),
    ...(audience !== undefined && { audience }),
    ...(closesOn !== undefined && { closesOn }),
    ...(change.questions !== undefined && { questions: change.questions }),
  };
  if (Object.keys(values).length === 0) return;
  await tx
    .update(surveys)
    .set({ ...values, version: version + 1 })
    .where(eq(surveys.id, surveyId));
  const { mode = survey.mode, k = survey.k } = change;
  await audit.record(tx, actor, {
    action: 'survey.changed',
    subject: { type: 'survey', id: surveyId },
    changes: {
      ...(mode !== survey.mode && { mode: { before: survey.mode, after: mode } }),
      ...(k !== survey.k && { k: { before: survey.k, after: k } }),
    },
  });
}

/** Whom 360 feedback asks is chosen by nomination, and its protection is part of the promise to all raters. */
function requireSameProtection(survey: SurveyRow, { mode, k, audience }: Omit<SurveyChange, 'version'>) {
  const isSame =
    (mode ?? survey.mode) === survey.mode &&
    (k ?? survey.k) === survey.k &&
    JSON.stringify(audience ?? survey.audience) === JSON.stringify(survey.audience);
  if (!isSame)
    throw notPossible('The protection and the people of 360 feedback cannot be chosen.', {
      mode: 'cannot be changed',
    });
}

function requireFutureDay(closesOn: string, today: string) {
  if (closesOn < today)
    throw notPossible('The last day of the survey is over. Choose a later day.', {
      closesOn: 'is in the past',
    });
}

const PREVIOUS: Record<SurveyStateChange['state'], SurveyState> = {
  open: 'draft',
  closed: 'open',
  released: 'closed',
  archived: 'released',
};
const REFUSALS: Record<SurveyStateChange['state'], string> = {
  open: 'Only a draft can be opened.',
  closed: 'Only an open survey can be closed.',
  released: 'Results can be released once, after the survey is closed.',
  archived: 'Only a survey with released results can be archived.',
};

/** Moves a survey to its next state. A repeated call changes nothing. */
export async function moveSurvey(
  context: ChangeContext,
  surveyId: string,
  { state, version }: SurveyStateChange,
) {
  const { tx, viewer, actor, audit, now } = context;
  const survey = await findRunnable(tx, viewer, surveyId, { forUpdate: true });
  if (survey.state === state) return;
  if (stateOf(survey, now) !== PREVIOUS[state]) throw notPossible(REFUSALS[state]);
  if (survey.version !== version) throw new SurveyConflict();
  const values = {
    open: () => open(context, survey),
    closed: async () => {
      if (survey.mode === 'anonymous') await endAnonymous(context, survey);
      return { values: { closedAt: now }, changes: {} };
    },
    released: () => release(context, survey),
    archived: async () => ({ values: {}, changes: {} }),
  };
  const moved = await values[state]();
  await tx
    .update(surveys)
    .set({ ...moved.values, state, version: version + 1 })
    .where(eq(surveys.id, surveyId));
  await audit.record(tx, actor, {
    action: `survey.${state === 'open' ? 'opened' : state}`,
    subject: { type: 'survey', id: surveyId },
    changes: moved.changes,
  });
}

/** No ticket can be signed any more, and the last batch is stored. */
async function endAnonymous({ tx, secretBox }: ChangeContext, { id }: SurveyRow) {
  await removePrivateKey(tx, id);
  await storeBatch(tx, secretBox, id);
}

/** Computes the figures. Those of an anonymous survey only after an attempt to find the authors of responses has failed. */
async function release(context: ChangeContext, survey: SurveyRow) {
  const { tx, viewer, now } = context;
  if (survey.subjectId !== null)
    return {
      values: {
        ...(await releaseFeedback(tx, survey, viewer, now)),
        releasedAt: now,
        closedAt: survey.closedAt ?? survey.closesAt,
      },
      changes: {},
    };
  let anonymityReport = null;
  if (survey.mode === 'anonymous') {
    await endAnonymous(context, survey);
    anonymityReport = await auditAnonymity(tx, survey, dayOf(now, viewer));
    if (!isPassed(anonymityReport))
      throw notPossible(
        `The results are not released, because the check of anonymity failed: ${anonymityReport.checks
          .filter((check) => !check.isPassed)
          .map(({ name }) => `“${name}” is not true`)
          .join(', ')}. Run npm run survey:audit on the server and tell the people who operate it.`,
      );
  }
  return {
    values: {
      anonymityReport,
      results: await figuresOf(tx, survey),
      releasedAt: now,
      closedAt: survey.closedAt ?? survey.closesAt,
    },
    changes: {},
  };
}

/** Asks the raters. The column of the department stores their group. */
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

/** Stores the asked people, their departments and the end of the last day, and invites the people. */
async function open({ tx, secretBox, isSilent = false, now }: ChangeContext, survey: SurveyRow) {
  if (listQuestions(survey.questions).length === 0)
    throw notPossible('The survey has no questions yet. Add at least one.', { questions: 'are missing' });
  const owner = await ownerOf(tx, survey);
  if (survey.closesOn) requireFutureDay(survey.closesOn, dayOf(now, owner));
  if (survey.subjectId !== null) return openFeedback({ tx, isSilent, now }, survey, owner.timeZone);
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
      `A survey with groups of at least ${survey.k} needs at least ${survey.k} people, and it would ask ${members.length}. Ask more people, or ask with names.`,
      { audience: `has fewer than ${survey.k} people` },
    );
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
