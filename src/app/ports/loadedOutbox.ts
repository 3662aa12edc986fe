import type { OutboxPort } from '#store/ports/outbox.ts';

/** An outbox whose code is loaded when it is first used. */
export function loadedOutbox(load: () => Promise<OutboxPort>): OutboxPort {
  let loading: Promise<OutboxPort> | null = null;
  const outbox = () => (loading ??= load());
  return {
    adopt(owner, onEntries) {
      const adopted = outbox().then((loaded) => loaded.adopt(owner, onEntries));
      return () => void adopted.then((end) => end());
    },
    put: async (owner, entry) => (await outbox()).put(owner, entry),
    remove: async (id) => (await outbox()).remove(id),
    wipe: async (owner) => (await outbox()).wipe(owner),
  };
}
