import type { Need } from '#contract/home.ts';
import type { NeedMark } from './needMarks.ts';

/** A need without the values that are computed from its kind and the viewer's marks. */
export type PlainNeed = Omit<Need, 'keys' | 'about' | 'action' | 'proposal' | 'snoozedUntil' | 'can'> &
  Partial<Pick<Need, 'keys' | 'action' | 'proposal'>>;

/** Kinds of needs that only the viewer can end. They can be marked as done. */
const COURTESIES: readonly string[] = [
  'report_completed',
  'report_left',
  'report_quiet',
  'report_overdue',
  'report_ready',
  'report_choosing',
  'report_invited',
  'report_objective',
  'upgrade',
  'propensity_again',
  'feedback_released',
];
export const isCourtesy = (key: string) => COURTESIES.includes(key.split(':', 1)[0] ?? '');

function presentNeed(need: PlainNeed, snoozedUntil: string | null): Need {
  const { keys = [need.key], action = null, proposal = null } = need;
  return {
    ...need,
    keys,
    action,
    proposal,
    about: need.kind.startsWith('report_') || need.kind === 'confirm_topic' ? 'team' : 'self',
    snoozedUntil,
    can: { snooze: need.group !== 'waiting', done: isCourtesy(need.key) },
  };
}

/** Removes needs that are done, and returns snoozed needs in a separate list. */
export function applyMarks(needs: PlainNeed[], all: readonly NeedMark[], today: string) {
  const marks = new Map(all.map((mark) => [mark.key, mark]));
  const shown: Need[] = [];
  const snoozed: Need[] = [];
  for (const need of needs) {
    const until = (need.keys ?? [need.key]).map((key) => marks.get(key));
    const isOpen = until.some((mark) => !mark || (mark.until !== null && mark.until <= today));
    if (isOpen) shown.push(presentNeed(need, null));
    else if (until.some((mark) => mark?.until)) {
      const days = until.flatMap((mark) => mark?.until ?? []).toSorted();
      snoozed.push(presentNeed(need, days[0] ?? null));
    }
  }
  return { shown, snoozed };
}
