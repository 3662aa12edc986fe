import * as z from 'zod/mini';
import type { SeenPort } from '#store/ports/browserStorage.ts';

const KEY = 'trellis_seen';
const keptSchema = z.object({ userId: z.number(), seen: z.record(z.string(), z.number()) });

/** Stores the time at which each person was last online: a messaging uuid and a time, and nothing else. */
export function seenStorage(storage: () => Storage): SeenPort {
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise; // without storage, nothing is restored after a reload
    }
  };
  return {
    load: (userId) =>
      attempt<Record<string, number>>((kept) => {
        const read = keptSchema.safeParse(JSON.parse(kept.getItem(KEY) ?? 'null'));
        return read.success && read.data.userId === userId ? read.data.seen : {};
      }, {}),
    keep: (userId, seen) => attempt((kept) => kept.setItem(KEY, JSON.stringify({ userId, seen })), undefined),
    wipe: () => attempt((kept) => kept.removeItem(KEY), undefined),
  };
}
