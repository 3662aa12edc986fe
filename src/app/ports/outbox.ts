import { nanoid } from '@reduxjs/toolkit';
import type { OutboxEntry, OutboxPort } from '#store/ports/outbox.ts';
import type { TabChannel, Tabs } from '#store/ports/tabs.ts';
import type { OutboxStore } from './outboxStore.ts';

/**
 * Each entry belongs to the tab in which it was created. A tab holds a lock while it is open. The tab that gets the
 * lock of a closed tab adopts its entries, so that no entry is sent by 2 tabs. See
 * docs/decisions/0017-outbox-in-the-browser.md.
 */
export function createOutbox(store: OutboxStore, tabs: Tabs): OutboxPort {
  const { locks } = tabs;
  const tab = nanoid();
  let channel: TabChannel | null = null;
  return {
    adopt(owner, onEntries: (entries: OutboxEntry[]) => void) {
      const ending = new AbortController();
      const { signal } = ending;
      const take = async (from: string | null) => {
        const entries = await store.reassign(owner, from, tab);
        if (entries.length > 0 && !signal.aborted) onEntries(entries);
      };
      if (!locks) {
        void take(null);
        return () => ending.abort();
      }
      const lockOf = (of: string) => `trellis-outbox-${of}`;
      const ended = () => undefined; // the session ended during the wait
      const untilEnd = () =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      locks.request(lockOf(tab), { signal }, untilEnd).catch(ended);
      void take(tab); // entries of a session in this tab that the server ended

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
    async put(owner, entry) {
      await store.put(owner, tab, entry);
      channel?.post(tab); // from now on, other tabs wait for this tab's lock
    },
    remove: (id) => store.remove(id),
    wipe: (owner) => store.wipe(owner),
  };
}
