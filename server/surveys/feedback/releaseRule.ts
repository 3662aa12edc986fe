import {
  FEEDBACK_DAYS,
  FEEDBACK_LATEST_DAYS,
  FEEDBACK_OTHERS_MIN,
  type RaterGroup,
} from '#contract/surveys/feedback.ts';
import { daysBetween, type Region } from '#server/formats.ts';

const DAY_MS = 86_400_000;

export interface RaterAnswer {
  group: RaterGroup;
  hasAnswered: boolean;
}

export const isSelfDone = (raters: readonly RaterAnswer[]) =>
  raters.some(({ group, hasAnswered }) => group === 'self' && hasAnswered);

/**
 * The person can read the report after answering, and after either enough people have answered or enough time has
 * passed.
 */
export function releaseRule(
  raters: readonly RaterAnswer[],
  openedAt: Date,
  { now, region }: { now: Date; region: Pick<Region, 'timeZone'> },
) {
  const others = raters.filter(({ group }) => group !== 'self');
  const answered = others.filter(({ hasAnswered }) => hasAnswered).length;
  // Screens name the days, so the first of them counts from its morning.
  const passed = daysBetween(openedAt, now, region);
  const after = (days: number) => new Date(openedAt.getTime() + days * DAY_MS);
  const isEnough =
    answered === others.length ||
    (answered >= FEEDBACK_OTHERS_MIN && passed >= FEEDBACK_DAYS) ||
    passed >= FEEDBACK_LATEST_DAYS;
  return {
    isSelfDone: isSelfDone(raters),
    isEnough,
    from: after(FEEDBACK_DAYS),
    latest: after(FEEDBACK_LATEST_DAYS),
  };
}
