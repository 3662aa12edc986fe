/** When this browser last refreshed. No secret: it only tells a tab that another one has a newer token to ask for. */
export interface RefreshMark {
  read(): Promise<number>;
  write(at: number): Promise<void>;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database refused'));
  });

/** In IndexedDB, since another process may read a stale localStorage. A browser without it remembers in this tab only. */
export function indexedDbMark(factory: IDBFactory | undefined): RefreshMark {
  let inThisTab = 0;
  let opened: Promise<IDBDatabase | null> | null = null;
  const open = () => {
    opened ??= (async () => {
      if (!factory) return null;
      const request = factory.open('trellis', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('marks');
      return await settled(request);
    })().catch(() => null);
    return opened;
  };
  const store = async (mode: IDBTransactionMode) =>
    (await open())?.transaction('marks', mode).objectStore('marks');
  return {
    async read() {
      try {
        const marks = await store('readonly');
        const found: unknown = marks ? await settled(marks.get('refreshedAt')) : inThisTab;
        return typeof found === 'number' ? found : 0;
      } catch {
        return inThisTab;
      }
    },
    async write(at) {
      inThisTab = at;
      try {
        const marks = await store('readwrite');
        if (marks) await settled(marks.put(at, 'refreshedAt'));
      } catch {
        // Remembered in this tab.
      }
    },
  };
}
