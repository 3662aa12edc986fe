import { isDeepStrictEqual } from 'node:util';
import type { CheckInAnswers, CheckInChange, CheckInReaders } from '#contract/learning/checkIns.ts';
import { eq } from '#server/db/drizzle.ts';
import { checkIns } from '#server/db/schema/checkIns.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  addNote,
  correctNoteOfCheckIn,
  type FullObjective,
  findObjectivesOf,
  isOpen,
  removeNotesOfCheckIn,
} from '#server/learning/objectives/index.ts';
import { isEmpty, normalAnswers } from './answers.ts';
import {
  type CheckInRow,
  findCheckInSettings,
  findJoinedAt,
  findQuestion,
  findReaders,
  lockCheckIn,
} from './checkInsRepository.ts';
import { currentPeriod, isLate, periodOf, type Timing, timingOf } from './periods.ts';

/**
 * Another tab or device has changed the check-in, or the manager has reviewed it, since the caller read it. The route
 * adds the stored version.
 */
export class CheckInConflict extends Error {}

/** Saves, sends or skips the viewer's check-in of the current period. Each period has exactly one. Returns its id. */
export async function changeCheckIn(
  tx: TenantTransaction,
  viewer: Viewer,
  week: string,
  change: CheckInChange,
  now: Date,
): Promise<string> {
  const { cadence } = await findCheckInSettings(tx);
  if (periodOf(week, cadence).start !== week) throw notFound();
  const period = currentPeriod(now, viewer.timeZone, cadence);
  if (week > period.start)
    throw notPossible('This check-in has not opened yet. You can send it when its first day begins.', {
      week: 'is in the future',
    });
  if (week < period.start)
    throw notPossible(
      'This check-in is closed, because the next one has opened. Copy your text into the new one.',
      { week: 'is closed' },
    );
  const stored = await lockCheckIn(tx, { userId: viewer.userId, week }, now);
  if (isStored(stored, change)) return stored.id;
  if (stored.reviewedAt)
    throw new CheckInConflict('This check-in was reviewed in the meantime, so it can no longer be changed.');
  if (change.version !== stored.version)
    throw new CheckInConflict(
      'This check-in was changed in another tab or on another device. Compare both versions and choose one.',
    );
  const values = await valuesOf(tx, viewer, {
    stored,
    change,
    timing: timingOf(period, viewer.timeZone),
    now,
  });
  await tx
    .update(checkIns)
    .set({ ...values, version: stored.version + 1, updatedAt: now })
    .where(eq(checkIns.id, stored.id));
  return stored.id;
}

/** A repeated click, or a repeated request after a lost response. */
function isStored({ state, draft, answers, skipReason }: CheckInRow, change: CheckInChange): boolean {
  if (change.action === 'save') return isDeepStrictEqual(draft, change.answers);
  if (change.action === 'skip') return state === 'skipped' && skipReason === change.skipReason;
  return draft === null && isDeepStrictEqual(answers, normalAnswers(change.answers));
}

interface Context<Change = CheckInChange> {
  stored: CheckInRow;
  change: Change;
  timing: Timing;
  now: Date;
}

async function valuesOf(
  tx: TenantTransaction,
  viewer: Viewer,
  { stored, change, timing, now }: Context,
): Promise<Partial<CheckInRow>> {
  if (change.action === 'save') return { draft: change.answers };
  if (change.action === 'skip') {
    if (stored.state === 'submitted')
      throw notPossible('You have already sent this check-in, so it cannot be skipped.');
    return { state: 'skipped', skipReason: change.skipReason, draft: change.answers };
  }
  const answers = normalAnswers(change.answers);
  if (isEmpty(answers))
    throw notPossible('Answer at least one question, or skip this check-in.', { answers: 'are missing' });
  const joinedAt = await findJoinedAt(tx, viewer.userId);
  await checkQuestion(tx, viewer, stored, answers);
  await addObjectiveNotes(tx, viewer, { stored, answers, now });
  return {
    state: 'submitted',
    answers,
    draft: null,
    skipReason: null,
    sentAt: now,
    wasLate: stored.sentAt === null ? isLate(timing, { now, joinedAt }) : stored.wasLate,
  };
}

/** The question must be the manager's current one, or the question that was answered before. */
async function checkQuestion(
  tx: TenantTransaction,
  { userId }: Viewer,
  { week, answers: sent }: CheckInRow,
  { question }: CheckInAnswers,
) {
  if (!question || question.questionId === sent?.question?.questionId) return;
  const { managerId } = await findReaders(tx, userId);
  const asked = await findQuestion(tx, { managerId, week });
  if (asked?.id !== question.questionId)
    throw notPossible('Your manager has changed the question. Reload the page to see the new question.', {
      'answers.question': 'is no longer asked',
    });
}

/**
 * A note about an objective is copied to the objective, so that its progress includes it. A correction of the check-in
 * corrects the copy.
 */
async function addObjectiveNotes(
  tx: TenantTransaction,
  viewer: Viewer,
  { stored, answers, now }: { stored: CheckInRow; answers: CheckInAnswers; now: Date },
) {
  const { notes, readers } = answers.objectives;
  await removeNotesOfCheckIn(
    tx,
    stored.id,
    notes.map(({ objectiveId }) => objectiveId),
  );
  if (notes.length === 0) return;
  const own = new Map((await findObjectivesOf(tx, viewer.userId)).map((one) => [one.id, one]));
  const before = new Map(stored.answers?.objectives.notes.map((note) => [note.objectiveId, note]));
  for (const [index, note] of notes.entries()) {
    const objective = own.get(note.objectiveId);
    if (!objective)
      throw notPossible('One of the objectives no longer exists. Reload the page.', {
        [`answers.objectives.notes.${index}`]: 'is not one of your objectives',
      });
    const { text, value, objectiveId } = note;
    const last = before.get(objectiveId);
    const isSame =
      last?.text === text && last.value === value && stored.answers?.objectives.readers === readers;
    if (isSame) continue;
    const copy = { text: text || 'From a check-in', value, isShared: isNoteShared(objective, readers) };
    // The note of an objective that has ended can be corrected, but an objective that has ended gets no new one.
    if (await correctNoteOfCheckIn(tx, { checkInId: stored.id, objective }, copy)) continue;
    if (isOpen(objective)) await addNote(tx, viewer, objectiveId, copy, now, stored.id);
  }
}

/** A note is shown to everyone who can read the objective, so it is shared only if they can also read the answer. */
const isNoteShared = ({ visibility }: Pick<FullObjective, 'visibility'>, readers: CheckInReaders) =>
  readers === 'manager-and-coach' ? visibility !== 'private' : readers === 'coach' && visibility === 'coach';
