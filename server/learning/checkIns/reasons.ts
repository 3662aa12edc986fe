import { type ReviewReason, reviewReasons, type VisibleAnswers } from '#contract/learning/checkInReview.ts';
import { daysBetween, formatDay, type Region } from '#server/formats.ts';

/** A submitted check-in counts as waiting for its review after this time. */
const WAITING_DAYS = 7;

interface Reviewable {
  sentAt: Date;
  wasLate: boolean;
  answers: VisibleAnswers;
  /** The parts of the previous check-in that the manager may read. */
  previous: VisibleAnswers | null;
  isFirst: boolean;
}

/** Why a check-in needs the manager, most important reason first. Uses only answers that the manager may read. */
export function reasonsOf(
  { sentAt, wasLate, answers, previous, isFirst }: Reviewable,
  now: Date,
  region: Region,
): ReviewReason[] {
  const days = daysBetween(sentAt, now, region);
  const [mood, moodBefore] = [answers.mood?.value ?? null, previous?.mood?.value ?? null];
  const texts: Record<ReviewReason['kind'], string | false> = {
    waiting: days >= WAITING_DAYS && `Has waited ${days} days, since ${formatDay(sentAt, region)}.`,
    answered: Boolean(answers.question?.text) && 'Answered your question.',
    blocker: Boolean(answers.blocker?.text) && 'Something is in the way.',
    mood:
      mood !== null && moodBefore !== null && mood < moodBefore && `Mood fell from ${moodBefore} to ${mood}.`,
    first: isFirst && 'First check-in.',
    late: wasLate && 'Sent late.',
  };
  return reviewReasons.flatMap((kind) => (texts[kind] === false ? [] : [{ kind, text: texts[kind] }]));
}

/** Sorts by the most important reason, then oldest first. */
export const byImportance = <Item extends { reasons: ReviewReason[]; sentAt: string }>(items: Item[]) => {
  const rank = ({ reasons: [first] }: Item) =>
    first ? reviewReasons.indexOf(first.kind) : reviewReasons.length;
  return items.toSorted((a, b) => rank(a) - rank(b) || a.sentAt.localeCompare(b.sentAt));
};
