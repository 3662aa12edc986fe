import {
  FEEDBACK_DAYS,
  FEEDBACK_LATEST_DAYS,
  FEEDBACK_OTHERS_MIN,
  type RaterGroup,
} from '#contract/surveys/feedback.ts';

const DAY_MS = 86_400_000;

export interface RaterAnswer {
  group: RaterGroup;
  hasAnswered: boolean;
}

/**
 * The person can read the report after answering, and after either enough people have answered or enough time has
 * passed.
 */
export function releaseRule(raters: readonly RaterAnswer[], openedAt: Date, now: Date) {
  const others = raters.filter(({ group }) => group !== 'self');
  const answered = others.filter(({ hasAnswered }) => hasAnswered).length;
  const isSelfDone = raters.some(({ group, hasAnswered }) => group === 'self' && hasAnswered);
  const after = (days: number) => new Date(openedAt.getTime() + days * DAY_MS);
  const isEnough =
    answered === others.length ||
    (answered >= FEEDBACK_OTHERS_MIN && now >= after(FEEDBACK_DAYS)) ||
    now >= after(FEEDBACK_LATEST_DAYS);
  return { isSelfDone, isEnough, from: after(FEEDBACK_DAYS), latest: after(FEEDBACK_LATEST_DAYS) };
}
