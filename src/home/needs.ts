import type { Need } from '#contract/home.ts';
import { inWords, sentenceCase } from '#src/ui/dates.ts';
import { safePath } from '#store/navigation/safePath.ts';

export const groupNames: Record<Need['group'], string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  waiting: 'Waiting for others',
};
const ORDER: Need['group'][] = ['overdue', 'today', 'week', 'waiting'];

/** The rows under the first one, in groups; within a group the server's rank stays. */
export const groupsOf = (needs: readonly Need[]) =>
  ORDER.map((group) => ({ group, needs: needs.filter((need) => need.group === group) })).filter(
    ({ needs: rows }) => rows.length > 0,
  );

/** A path that came from the server is checked like any other address from outside. */
export const pathOf = (need: Need) => safePath(need.path) ?? '/home';

export function needsSentence(needs: readonly Need[]): string {
  const mine = needs.filter((need) => need.group !== 'waiting').length;
  if (mine === 0) return 'Nothing needs you right now.';
  return `${sentenceCase(inWords(mine))} ${mine === 1 ? 'thing needs' : 'things need'} you this week.`;
}
