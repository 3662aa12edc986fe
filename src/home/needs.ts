import type { Home, Need } from '#contract/home.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { plural } from '#src/ui/text/plural.ts';
import { safePath } from '#store/navigation/safePath.ts';

export const groupNames: Record<Need['group'], string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  waiting: 'Waiting for others',
};
const ORDER: Need['group'][] = ['overdue', 'today', 'week', 'waiting'];

/** The needs below the first one, grouped. Within a group they keep the server's order. */
export const groupsOf = (needs: readonly Need[]) =>
  ORDER.map((group) => ({ group, needs: needs.filter((need) => need.group === group) })).filter(
    ({ needs: rows }) => rows.length > 0,
  );

/** A path from the server is checked like any other external address (docs/decisions/0006-safe-redirects.md). */
export const pathOf = (need: Need) => safePath(need.path) ?? '/home';

/** Whether the need is the same step as on the card of the current program. */
export const isAboutNextStep = (need: Need | null, { programId, nextStep }: ProgramSummary) =>
  need !== null && nextStep !== null && need.path === `/program/${programId}#${stepTarget(nextStep)}`;

const firstOf = (needs: readonly Need[]) => needs.find(({ about }) => about === 'team') ?? needs[0] ?? null;

/** The needs that home lists and the navigation counts: the step on the card of the current program is not one of them. */
export function listedNeeds({ needs, continue: program }: Pick<Home, 'needs' | 'continue'>): Need[] {
  const first = firstOf(needs);
  return needs.filter((need) => need === first || !(program && isAboutNextStep(need, program)));
}

/**
 * The first need, and the remaining needs. Needs of a manager's team come first; without a team, as for a coach, all needs
 * are one list. The step on the card of the current program is not listed twice.
 */
export function arrangeNeeds({ needs, continue: program, team }: Pick<Home, 'needs' | 'continue' | 'team'>) {
  const first = firstOf(needs);
  const isOfTeam = ({ about }: Need) => team !== null && about === 'team';
  const others = listedNeeds({ needs, continue: program }).filter((need) => need !== first);
  return {
    first,
    team: others.filter(isOfTeam),
    own: others.filter((need) => !isOfTeam(need)),
  };
}

export function needsSentence(needs: readonly Need[]): string {
  const mine = needs.filter((need) => need.group !== 'waiting').length;
  if (mine === 0) return 'Nothing needs your attention right now.';
  return plural(mine, '# item needs your attention this week.', '# items need your attention this week.');
}
