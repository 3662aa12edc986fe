import type { DBSchema } from 'idb';
import type { ClaimsPort } from '#store/ports/browserStorage.ts';

/** Longer than the time in which an event can be delivered again. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

interface Claims extends DBSchema {
  claimed: { key: string; value: number };
}

/**
 * Makes an event have its effect once per browser, across all tabs and reloads: IndexedDB lets only one tab add a key.
 * Keys are ids and contain no personal data. Without IndexedDB, a claim is valid in this tab only.
 */
export function browserClaims(now: () => number = Date.now): ClaimsPort {
  const inThisTab = new Set<string>();
  const open = async () => {
    const { openDB } = await import(/* webpackChunkName: "session" */ 'idb');
    return openDB<Claims>('trellis-claims', 1, {
      upgrade: (database) => void database.createObjectStore('claimed'),
    });
  };
  let opened: ReturnType<typeof open> | null = null;

  async function deleteOldClaims(database: Awaited<ReturnType<typeof open>>) {
    const transaction = database.transaction('claimed', 'readwrite');
    for await (const claim of transaction.store) if (claim.value < now() - RETENTION_MS) await claim.delete();
    await transaction.done;
  }

  return {
    async claim(key) {
      if (inThisTab.has(key)) return false;
      inThisTab.add(key);
      try {
        opened ??= open();
        const database = await opened;
        await database.add('claimed', now(), key);
        await deleteOldClaims(database);
        return true;
      } catch (error) {
        // A ConstraintError means another tab was first. Any other failure grants the claim.
        return !(error instanceof DOMException && error.name === 'ConstraintError');
      }
    },
  };
}
