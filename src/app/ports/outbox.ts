import { nanoid } from '@reduxjs/toolkit';
import type { OutboxEntry, OutboxStore } from './outboxStore.ts';

interface Channel {
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}
interface Tabs {
  locks: Pick<LockManager, 'request'> | undefined;
  open(name: string): Channel | null;
}

/**
 * What was written and is not acknowledged. Each entry belongs to the tab in which it was written; a tab holds a lock for
 * as long as it lives, and whoever gets that lock takes its entries over. So no two tabs send the same one, and what a
 * closed tab left behind is sent by another, or by the next that is opened.
 */
export function createOutbox(store: OutboxStore, tabs: Tabs) {
  const { locks } = tabs;
  const tab = nanoid();
  let channel: Channel | null = null;
  return {
    /** Gives what nobody is sending: from before a reload at once, of another tab when it is gone. */
    adopt(owner: string, onEntries: (entries: OutboxEntry[]) => void): () => void {
      const ending = new AbortController();
      const { signal } = ending;
      const take = async (from: string | null) => {
        const entries = await store.hand(owner, from, tab);
        if (entries.length > 0 && !signal.aborted) onEntries(entries);
      };
      if (!locks) {
        void take(null);
        return () => ending.abort();
      }
      const lockOf = (of: string) => `trellis-outbox-${of}`;
      const ended = () => undefined; // the wait was given up with the session
      const untilEnd = () =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      locks.request(lockOf(tab), { signal }, untilEnd).catch(ended);
      void take(tab); // of a session that the service ended in this very tab

      const watched = new Set([tab]);
      const watch = (other: string) => {
        if (watched.has(other)) return;
        watched.add(other);
        locks.request(lockOf(other), { signal }, () => take(other)).catch(ended);
      };
      const own = tabs.open(`trellis-outbox-${owner}`);
      own?.listen((message) => {
        if (typeof message === 'string') watch(message);
      });
      channel = own;
      void store.tabs(owner).then((found) => found.forEach(watch));
      return () => {
        ending.abort();
        own?.close();
        channel = null;
      };
    },
    async put(owner: string, entry: OutboxEntry) {
      await store.put(owner, tab, entry);
      channel?.post(tab); // the others watch over it from now on
    },
    remove: (id: string) => store.remove(id),
    wipe: (owner: string) => store.wipe(owner),
  };
}
