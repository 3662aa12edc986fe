/** When this browser last refreshed its token: tells a tab that another one has a newer token. Not a secret. */
export interface RefreshTimestamp {
  read(): Promise<number>;
  write(at: number): Promise<void>;
}

const completed = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database request failed'));
  });

/** Uses IndexedDB, since another process may read a stale localStorage. Falls back to the memory of this tab. */
export function indexedDbRefreshTimestamp(factory: IDBFactory | undefined): RefreshTimestamp {
  let inThisTab = 0;
  let opened: Promise<IDBDatabase | null> | null = null;
  const open = () => {
    opened ??= (async () => {
      if (!factory) return null;
      const request = factory.open('trellis', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('marks');
      return await completed(request);
    })().catch(() => null);
    return opened;
  };
  const objectStore = async (mode: IDBTransactionMode) =>
    (await open())?.transaction('marks', mode).objectStore('marks');
  return {
    async read() {
      try {
        const store = await objectStore('readonly');
        const stored: unknown = store ? await completed(store.get('refreshedAt')) : inThisTab;
        return typeof stored === 'number' ? stored : 0;
      } catch {
        return inThisTab;
      }
    },
    async write(at) {
      inThisTab = at;
      try {
        const store = await objectStore('readwrite');
        if (store) await completed(store.put(at, 'refreshedAt'));
      } catch {
        // The value is kept in this tab only.
      }
    },
  };
}
