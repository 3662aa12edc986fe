import { useDueByArea } from '#src/app/shell/dueNeeds.ts';
import { coacheesPath } from '#src/app/shell/navigation.ts';
import { plural } from '#src/ui/text/plural.ts';

const listedOnHome = {
  '/team': (count: number) =>
    plural(count, 'Home lists # item about your team.', 'Home lists # items about your team.'),
  [coacheesPath]: (count: number) =>
    plural(count, 'Home lists # item about your coachees.', 'Home lists # items about your coachees.'),
};

/**
 * A page counts people and the navigation counts items, so the sentences under the page's title name both. An item can
 * be about a person who does not need attention: someone to congratulate.
 */
export function useAttentionText(people: number, path: keyof typeof listedOnHome): string {
  const due = useDueByArea().get(path) ?? 0;
  const sentences = [
    people > 0 && plural(people, '# person needs your attention.', '# people need your attention.'),
    due > 0 && listedOnHome[path]?.(due),
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : 'No one needs your attention.';
}
