import type { SurveyState } from '#contract/surveys/surveyStates.ts';
import type { SurveyStateChange } from '#contract/surveys/surveys.ts';
import { eq } from '#server/db/drizzle.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import { dayOf } from '#server/formats.ts';
import { notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { auditAnonymity, isPassed } from '#server/surveys/anonymous/auditAnonymity.ts';
import { storeBatch } from '#server/surveys/anonymous/batches.ts';
import { removePrivateKey } from '#server/surveys/anonymous/ticketKeys.ts';
import type { ChangeContext } from '#server/surveys/changeSurvey.ts';
import { isWithoutReport, releaseFeedback } from '#server/surveys/feedback/releaseFeedback.ts';
import { releaseNoticeOf } from '#server/surveys/notices.ts';
import { figuresOf } from '#server/surveys/results.ts';
import { SurveyConflict } from '#server/surveys/surveyConflict.ts';
import { findRunnable, ownerOf, type SurveyRow, stateOf } from '#server/surveys/surveysRepository.ts';
import { openSurvey, scheduleSurvey } from './openSurvey.ts';

const PREVIOUS: Record<SurveyStateChange['state'], SurveyState[]> = {
  draft: ['scheduled'],
  open: ['draft', 'scheduled'],
  closed: ['open'],
  released: ['closed'],
  archived: ['draft', 'closed', 'released'],
};
const REFUSALS: Record<SurveyStateChange['state'], string> = {
  draft: 'Only a scheduled survey can become a draft again.',
  open: 'Only a draft can be opened.',
  closed: 'Only an open survey can be closed.',
  released: 'Results can be released once, after the survey is closed.',
  archived:
    'Close an open survey before you archive it, and make a scheduled one a draft. Release the report of feedback before you archive it.',
};

const withoutWork = () => Promise.resolve({ values: {}, changes: {} });
const AUDITED = {
  draft: 'survey.unscheduled',
  scheduled: 'survey.scheduled',
  open: 'survey.opened',
  closed: 'survey.closed',
  released: 'survey.released',
  archived: 'survey.archived',
} as const;

/** Moves a survey to its next state. A repeated call changes nothing. */
export async function moveSurvey(
  context: ChangeContext,
  surveyId: string,
  { state, version }: SurveyStateChange,
) {
  const { tx, viewer, actor, audit, now } = context;
  const survey = await findRunnable(tx, viewer, surveyId, { forUpdate: true });
  if (survey.state === state) return;
  const isFuture = survey.opensOn !== null && survey.opensOn > dayOf(now, await ownerOf(tx, survey));
  const target = state === 'open' && isFuture ? 'scheduled' : state;
  if (survey.state === target) return;
  const from = stateOf(survey, now);
  const hasReport =
    survey.subjectId !== null && from === 'closed' && !(await isWithoutReport(tx, survey, now));
  if (!PREVIOUS[state].includes(from) || (target === 'archived' && hasReport))
    throw notPossible(REFUSALS[state]);
  if (survey.version !== version) throw new SurveyConflict();
  const work = {
    draft: withoutWork,
    scheduled: () => scheduleSurvey(context, survey),
    open: () => openSurvey(context, survey),
    closed: async () => {
      if (survey.mode === 'anonymous') await endAnonymous(context, survey);
      return { values: { closedAt: now }, changes: {} };
    },
    released: () => release(context, survey),
    archived: async () => {
      if (survey.releasedAt !== null) return { values: {}, changes: {} };
      // It may have closed by itself.
      if (survey.mode === 'anonymous' && survey.openedAt !== null) await endAnonymous(context, survey);
      const closedAt = survey.openedAt && (survey.closedAt ?? survey.closesAt);
      return { values: { closedAt, releasesOn: null, repeatWeeks: null, problem: null }, changes: {} };
    },
  };
  const moved = await work[target]();
  await tx
    .update(surveys)
    .set({ ...moved.values, state: target, version: version + 1 })
    .where(eq(surveys.id, surveyId));
  await audit.record(tx, actor, {
    action: AUDITED[target],
    subject: { type: 'survey', id: surveyId },
    changes: moved.changes,
  });
}

/** No more tickets can be signed, and the last batch is stored. */
async function endAnonymous({ tx, secretBox }: ChangeContext, { id }: SurveyRow) {
  await removePrivateKey(tx, id);
  await storeBatch(tx, secretBox, id);
}

/**
 * Computes the figures. In an anonymous survey, an attempt to find the authors of responses must fail first.
 */
async function release(context: ChangeContext, survey: SurveyRow) {
  const { tx, viewer, isSilent, now } = context;
  if (survey.subjectId !== null) {
    const report = await releaseFeedback(tx, survey, viewer, now);
    if (!isSilent) await enqueueNotifications(tx, [releaseNoticeOf(survey, survey.subjectId)], now);
    return {
      values: { ...report, releasedAt: now, problem: null, closedAt: survey.closedAt ?? survey.closesAt },
      changes: {},
    };
  }
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
      problem: null,
      closedAt: survey.closedAt ?? survey.closesAt,
    },
    changes: {},
  };
}
