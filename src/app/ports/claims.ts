import type { ClaimsPort } from '#store/ports/browserStorage.ts';
import { changeStore, eachRow, openDatabase } from './indexedDb.ts';

/** Longer than the time in which an event can be delivered again. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

/**
 * Makes an event have its effect once per browser, across all tabs and reloads: IndexedDB lets only one tab add a key.
 * Keys are ids and contain no personal data. Without IndexedDB, a claim is valid in this tab only.
 */
export function browserClaims(now: () => number = Date.now): ClaimsPort {
  const inThisTab = new Set<string>();
  /** The value of a claim is its time. */
  const open = async () =>
    openDatabase(indexedDB, 'trellis-claims', (created) => created.createObjectStore('claimed'));
  let opened: ReturnType<typeof open> | null = null;

  const deleteOldClaims = (database: IDBDatabase) =>
    changeStore(database, 'claimed', (claimed) =>
      eachRow(claimed.openCursor(), (claim) => {
        if ((claim.value as number) < now() - RETENTION_MS) claim.delete();
      }),
    );

  return {
    async claim(key) {
      if (inThisTab.has(key)) return false;
      inThisTab.add(key);
      try {
        opened ??= open();
        const database = await opened;
        await changeStore(database, 'claimed', (claimed) => claimed.add(now(), key));
        await deleteOldClaims(database);
        return true;
      } catch (error) {
        // A ConstraintError means another tab was first. Any other failure grants the claim.
        return !(error instanceof DOMException && error.name === 'ConstraintError');
      }
    },
  };
}
