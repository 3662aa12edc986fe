import { REFRESH_GUARD_MS } from '#contract/limits.ts';
import { openDatabase, resultOf } from './indexedDb.ts';

/** This browser's record of its refreshes, by its own clock. It is not a secret. */
export interface RefreshRecord {
  /** Time of the last successful refresh. It tells a tab that another tab has a newer token. */
  refreshedAt: number;
  attemptedAt: number;
  /** Number of attempts since the last success. */
  attempts: number;
}
export const noRefresh: RefreshRecord = { refreshedAt: 0, attemptedAt: 0, attempts: 0 };

/** Shared by all tabs. Each change reads and writes in one transaction. */
export interface RefreshRecords {
  read(): Promise<RefreshRecord>;
  update(change: (record: RefreshRecord) => RefreshRecord): Promise<void>;
}

const MAX_PAUSE_MS = 16_000;

/** Waiting time before the next attempt: 2 s, then 4, 8 and 16 s while attempts fail. */
export function waitBeforeAttempt({ attemptedAt, attempts }: RefreshRecord, now: number): number {
  if (attemptedAt > now) return 0; // the clock was set back
  const pause = Math.min(MAX_PAUSE_MS, REFRESH_GUARD_MS * 2 ** Math.max(0, attempts - 1));
  return Math.max(0, attemptedAt + pause - now);
}

const KEY = 'refresh';

/** Uses IndexedDB, because another process may read a stale localStorage. Otherwise uses the memory of this tab. */
export function indexedDbRefreshRecords(factory: IDBFactory | undefined): RefreshRecords {
  let inThisTab = noRefresh;
  let opened: Promise<IDBDatabase | null> | null = null;
  const open = () => {
    opened ??= factory
      ? openDatabase(factory, 'trellis', (created) => created.createObjectStore('marks')).catch(() => null)
      : Promise.resolve(null);
    return opened;
  };
  const objectStore = async (mode: IDBTransactionMode) =>
    (await open())?.transaction('marks', mode).objectStore('marks');
  const readFrom = async (store: IDBObjectStore | undefined): Promise<RefreshRecord> =>
    store
      ? { ...noRefresh, ...((await resultOf(store.get(KEY))) as Partial<RefreshRecord> | undefined) }
      : inThisTab;
  return {
    async read() {
      try {
        return await readFrom(await objectStore('readonly'));
      } catch {
        return inThisTab;
      }
    },
    async update(change) {
      let store: IDBObjectStore | undefined;
      let known = inThisTab;
      try {
        store = await objectStore('readwrite');
        known = await readFrom(store);
      } catch {
        // The record is kept in this tab only.
      }
      inThisTab = change(known);
      try {
        // The transaction is still open, so no other tab has changed the record.
        if (store) await resultOf(store.put(inThisTab, KEY));
      } catch {
        // The record is kept in this tab only.
      }
    },
  };
}
