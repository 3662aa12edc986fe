import * as z from 'zod/mini';
import { type SearchItem, searchItemSchema } from './searchItem.ts';

const MOST = 5;
/** Stored as a draft: per user, on this device, until the user signs out. */
export const RECENT_DRAFT = 'search/recent';

const recentSchema = z.array(searchItemSchema);

export function readRecentItems(kept: string): SearchItem[] {
  try {
    const recent = recentSchema.safeParse(JSON.parse(kept));
    return recent.success ? recent.data : [];
  } catch {
    return [];
  }
}

export const withRecentItem = (recent: readonly SearchItem[], picked: SearchItem): string =>
  JSON.stringify([picked, ...recent.filter(({ id }) => id !== picked.id)].slice(0, MOST));
