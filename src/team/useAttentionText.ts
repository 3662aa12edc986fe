import { useDueByArea } from '#src/app/shell/dueNeeds.ts';
import { plural } from '#src/ui/text/plural.ts';

/** A page counts people and the navigation counts items, so the sentences under the page's title name both. */
export function useAttentionText(people: number, path: string): string {
  const due = useDueByArea().get(path) ?? 0;
  if (people === 0) return 'No one needs your attention.';
  const sentences = [
    plural(people, '# person needs your attention.', '# people need your attention.'),
    due > 0 && plural(due, 'Home lists # item about them.', 'Home lists # items about them.'),
  ];
  return sentences.filter(Boolean).join(' ');
}
