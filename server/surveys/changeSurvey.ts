import { FEEDBACK_GROUP_MIN } from '#contract/surveys/feedback.ts';
import { feedbackQuestions } from '#contract/surveys/feedbackTemplate.ts';
import { QUESTIONS_VERSION } from '#contract/surveys/questions.ts';
import type { Audience, NewSurvey, SurveyChange } from '#contract/surveys/surveys.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { insertNamedRaters } from '#server/surveys/feedback/raters.ts';
import { countMembers, hasReports, requireAudience } from './audience.ts';
import { SurveyConflict } from './surveyConflict.ts';
import { findRunnable, hasNextRound, ownerOf, type SurveyRow } from './surveysRepository.ts';

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
  { surveyName, repeats, copies, subjectId }: NewSurvey,
): Promise<string> {
  if (!viewer.isAdmin && !(await hasReports(tx, viewer.userId))) throw notFound();
  const audience: Audience =
    subjectId === undefined ? { kind: 'everybody' } : { kind: 'people', userIds: [subjectId] };
  if (subjectId !== undefined) await requireSubject(tx, viewer, audience);
  const earlier = repeats === undefined ? null : await findRunnable(tx, viewer, repeats, { forUpdate: true });
  if (earlier && earlier.results === null)
    throw notPossible('Release the results before you repeat the survey.', { repeats: 'is not released' });
  if (earlier && earlier.repeatWeeks !== null)
    throw notPossible('The survey repeats by itself. Duplicate it to ask the same questions again.', {
      repeats: 'repeats by itself',
    });
  if (earlier && (await hasNextRound(tx, earlier.id)))
    throw notPossible('The survey already has a next round. Duplicate it to ask the same questions again.', {
      repeats: 'has a next round',
    });
  const model = earlier ?? (copies === undefined ? null : await findRunnable(tx, viewer, copies));
  if (model && model.subjectId !== null)
    throw notPossible('360 feedback cannot be copied. Create it for the next person instead.', {
      copies: 'is 360 feedback',
    });
  const id = newId();
  await tx.insert(surveys).values({
    id,
    tenantId: tx.tenantId,
    ownerId: model ? await ownerOfCopy(tx, viewer, model) : viewer.userId,
    name: surveyName,
    ...(model
      ? { ...copyOf(model), repeats: earlier?.id ?? null }
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

/** The copy of a manager's survey has the same owner, so that it cannot ask more people than the manager can. */
async function ownerOfCopy(tx: TenantTransaction, viewer: Viewer, model: SurveyRow): Promise<number> {
  const owner = await ownerOf(tx, model);
  if (owner.isAdmin || owner.userId === viewer.userId) return viewer.userId;
  if (owner.status === 'active' && (await hasReports(tx, owner.userId))) return owner.userId;
  if (model.audience.kind !== 'people')
    throw notPossible('The owner of this survey can no longer ask people. Create a new survey instead.', {
      copies: 'has an owner who cannot ask people',
    });
  return viewer.userId;
}

/** The fields that a survey shares with its next round and with a copy. */
export const copyOf = ({ purpose, mode, k, questions, audience }: SurveyRow) => ({
  purpose,
  mode,
  k,
  questions,
  audience,
});

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
  // The next rounds can be cancelled at any time.
  const isEndOfRounds = change.repeatWeeks === null && Object.keys(change).length === 1;
  if (survey.state !== 'draft' && !isEndOfRounds)
    throw notPossible(
      survey.state === 'scheduled'
        ? 'The survey is scheduled. Return it to draft before you change it.'
        : 'The survey has been opened, so its questions and its protection cannot be changed.',
    );
  if (survey.version !== version) throw new SurveyConflict();
  const { surveyName, audience, closesOn } = change;
  if (survey.subjectId !== null) requireSameProtection(survey, change);
  if (audience) await requireAudience(tx, await ownerOf(tx, survey), audience, survey.audience);
  if (closesOn) requireFutureDay(closesOn, dayOf(now, viewer));
  const {
    opensOn = survey.opensOn,
    releasesOn = survey.releasesOn,
    repeatWeeks = survey.repeatWeeks,
  } = change;
  requireOrder({
    opensOn,
    closesOn: closesOn === undefined ? survey.closesOn : closesOn,
    releasesOn,
    repeatWeeks,
  });
  const values = {
    ...(surveyName !== undefined && { name: surveyName }),
    ...(change.purpose !== undefined && { purpose: change.purpose }),
    ...(change.mode !== undefined && { mode: change.mode }),
    ...(change.k !== undefined && { k: change.k }),
    ...(audience !== undefined && { audience }),
    ...(closesOn !== undefined && { closesOn }),
    ...(change.opensOn !== undefined && { opensOn: change.opensOn }),
    ...(change.releasesOn !== undefined && { releasesOn: change.releasesOn }),
    ...(change.repeatWeeks !== undefined && { repeatWeeks: change.repeatWeeks }),
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

/** In 360 feedback, raters are nominated and were promised this protection, so neither can be changed here. */
function requireSameProtection(survey: SurveyRow, { mode, k, audience }: Omit<SurveyChange, 'version'>) {
  const isSame =
    (mode ?? survey.mode) === survey.mode &&
    (k ?? survey.k) === survey.k &&
    JSON.stringify(audience ?? survey.audience) === JSON.stringify(survey.audience);
  if (!isSame)
    throw notPossible('The protection and the audience of 360 feedback cannot be chosen.', {
      mode: 'cannot be changed',
    });
}

/** A survey closes after its first day, is released after its last day, and each round ends before the next one begins. */
function requireOrder({
  opensOn,
  closesOn,
  releasesOn,
  repeatWeeks,
}: Pick<SurveyRow, 'opensOn' | 'closesOn' | 'releasesOn' | 'repeatWeeks'>) {
  if (opensOn && closesOn && closesOn < opensOn)
    throw notPossible('The last day is before the first day. Choose a later last day.', {
      closesOn: 'is before the first day',
    });
  if (releasesOn && (!closesOn || releasesOn <= closesOn))
    throw notPossible('Results can be released only after the last day. Choose a later day.', {
      releasesOn: closesOn ? 'is not after the last day' : 'needs a last day',
    });
  if (repeatWeeks && (!opensOn || !closesOn || daysBetween(opensOn, closesOn) >= repeatWeeks * 7))
    throw notPossible(
      'A survey that repeats needs a first and a last day, and has to end before its next round.',
      {
        repeatWeeks: 'does not fit the first and the last day',
      },
    );
}

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export function requireFutureDay(closesOn: string, today: string) {
  if (closesOn < today)
    throw notPossible('The last day of the survey is over. Choose a later day.', {
      closesOn: 'is in the past',
    });
}
