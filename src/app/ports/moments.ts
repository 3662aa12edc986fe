import { type DBSchema, openDB } from 'idb';

/** Long after the last event that might still be delivered a second time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

interface Moments extends DBSchema {
  claimed: { key: string; value: number };
}

/**
 * What has happened in this browser, so that it happens once over all tabs and reloads. The database lets only one tab
 * add a key, whoever asks in the same moment. Nothing personal is kept: keys are ids. A browser without a database
 * remembers in this tab only.
 */
export function browserMoments(now: () => number = Date.now) {
  const inThisTab = new Set<string>();
  const open = () =>
    openDB<Moments>('trellis-moments', 1, {
      upgrade: (database) => void database.createObjectStore('claimed'),
    });
  let opened: ReturnType<typeof open> | null = null;

  async function forgetOld(database: Awaited<ReturnType<typeof open>>) {
    const changes = database.transaction('claimed', 'readwrite');
    for await (const kept of changes.store) if (kept.value < now() - KEPT_MS) await kept.delete();
    await changes.done;
  }

  return {
    async claim(key: string): Promise<boolean> {
      if (inThisTab.has(key)) return false;
      inThisTab.add(key);
      try {
        opened ??= open();
        const database = await opened;
        await database.add('claimed', now(), key);
        await forgetOld(database);
        return true;
      } catch (error) {
        // Another tab was first. Whatever else went wrong must not take the moment away.
        return !(error instanceof DOMException && error.name === 'ConstraintError');
      }
    },
  };
}
