import type { Need } from '#contract/home.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { formatList } from '#server/formats.ts';
import type { NeedMark } from './needMarks.ts';

/** How needs of the same kind about one person share a row. */
export interface SharedRow {
  person: Participant;
  /** Name of the topic or program in the row. */
  item: string;
  /** The suggested message, for one item or the list of all. */
  text: (items: string) => string;
  /** Title and reason of a row with several items. */
  many: (name: string, count: number, items: string) => Pick<Need, 'title' | 'reason'>;
}

/** A need without the values that are computed from its kind and the viewer's marks. */
export type PlainNeed = Omit<Need, 'keys' | 'about' | 'action' | 'proposal' | 'snoozedUntil' | 'can'> &
  Partial<Pick<Need, 'action' | 'proposal'>> & { row?: SharedRow };

/** Maximum number of rows of one kind about reports. The team page lists all of them. */
export const MAX_PER_KIND = 20;

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

/** The part of a key that is new for each request, so that a snooze hides only the request that it was for. */
export const requestedAt = (instant: string) => Date.parse(instant);

/** The row of one need, or of several needs of the same kind about one person. */
function presentRow(needs: readonly [PlainNeed, ...PlainNeed[]], snoozedUntil: string | null): Need {
  const [{ row, action = null, proposal = null, ...need }] = needs;
  const items = formatList(needs.flatMap((one) => one.row?.item ?? []));
  return {
    ...need,
    ...(row && needs.length > 1 && row.many(fullName(row.person), needs.length, items)),
    keys: needs.map(({ key }) => key),
    action: row ? { kind: 'message', person: row.person, text: row.text(items) } : action,
    proposal,
    about: need.kind.startsWith('report_') || need.kind === 'confirm_topic' ? 'team' : 'self',
    snoozedUntil,
    can: { snooze: need.group !== 'waiting', done: isCourtesy(need.key) },
  };
}

/** Rows at the position of their first need. Needs that are snoozed until different days are in different rows. */
function rowsOf(needs: readonly { need: PlainNeed; until: string | null }[]): Need[] {
  const rows = Map.groupBy(needs, ({ need: { row, kind, key }, until }) =>
    row ? `${kind}:${row.person.userId}:${until}` : key,
  );
  const counts = new Map<string, number>();
  return [...rows.values()].flatMap((all) => {
    const [first, ...others] = all;
    if (!first) return [];
    const row = presentRow([first.need, ...others.map(({ need }) => need)], first.until);
    const count = counts.get(row.kind) ?? 0;
    counts.set(row.kind, count + 1);
    return row.about === 'team' && count >= MAX_PER_KIND ? [] : [row];
  });
}

/** Removes needs that are done, and returns snoozed needs in a separate list. A row contains only needs of its list. */
export function applyMarks(needs: readonly PlainNeed[], all: readonly NeedMark[], today: string) {
  const marks = new Map(all.map((mark) => [mark.key, mark.until]));
  const unanswered = needs.flatMap((need) => {
    const until = marks.get(need.key);
    if (until === null) return [];
    return { need, until: until === undefined || until <= today ? null : until };
  });
  return {
    shown: rowsOf(unanswered.filter(({ until }) => until === null)),
    snoozed: rowsOf(unanswered.filter(({ until }) => until !== null)),
  };
}
