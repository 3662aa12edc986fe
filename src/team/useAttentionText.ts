import { useDueByArea } from '#src/app/shell/dueNeeds.ts';
import type { coacheesPath } from '#src/app/shell/navigation.ts';
import { plural } from '#src/ui/text/plural.ts';

/**
 * A page counts people and the navigation counts items, so the sentences under the page's title name both. An item can
 * be about a person who does not need attention: someone to congratulate.
 */
export function useAttentionText(people: number, path: '/team' | typeof coacheesPath): string {
  const due = useDueByArea().get(path) ?? 0;
  const sentences = [
    people > 0 && plural(people, '# person needs your attention.', '# people need your attention.'),
    due > 0 && plural(due, 'Home has # item that leads here.', 'Home has # items that lead here.'),
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : 'No one needs your attention.';
}
