import type { VisibleThing } from '#contract/team.ts';

/** How many items the viewer sees; null if there is no number. */
export function countText({ count, isPerItem }: Pick<VisibleThing, 'count' | 'isPerItem'>): string | null {
  if (count === null) return null;
  if (count > 0) return String(count);
  return isPerItem ? 'none shared so far' : '0 so far';
}
