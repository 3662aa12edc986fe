import * as z from 'zod/mini';

const KEY = 'trellis_seen';
const keptSchema = z.object({ userId: z.number(), seen: z.record(z.string(), z.number()) });

/** Who was seen when, for one person: an id of the messaging service and an instant each, and nothing else. */
export function seenStorage(storage: () => Storage) {
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise; // a browser that keeps nothing only forgets who was here
    }
  };
  return {
    load: (userId: number): Record<string, number> =>
      attempt((kept) => {
        const read = keptSchema.safeParse(JSON.parse(kept.getItem(KEY) ?? 'null'));
        return read.success && read.data.userId === userId ? read.data.seen : {};
      }, {}),
    keep: (userId: number, seen: Record<string, number>): void =>
      attempt((kept) => kept.setItem(KEY, JSON.stringify({ userId, seen })), undefined),
    wipe: (): void => attempt((kept) => kept.removeItem(KEY), undefined),
  };
}
