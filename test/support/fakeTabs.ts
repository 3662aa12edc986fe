import type { TabChannel, Tabs } from '#store/ports/tabs.ts';

interface Request {
  tab: FakeTab;
  hold: () => Promise<unknown>;
  settle: { resolve: () => void; reject: (reason: unknown) => void };
}

/** A browser with several tabs, standard locks and channels; tabs can be frozen and killed. */
export function fakeBrowser() {
  const holders = new Map<string, Request>();
  const queues = new Map<string, Request[]>();
  const channels = new Set<{ tab: FakeTab; name: string; hear: (message: unknown) => void }>();
  const stolen = () => new DOMException('The lock was stolen or the wait given up', 'AbortError');

  const grant = (name: string, request: Request) => {
    holders.set(name, request);
    const release = () => {
      if (holders.get(name) !== request) return;
      holders.delete(name);
      const next = queues.get(name)?.shift();
      if (next) grant(name, next);
    };
    request.tab.atDeath.push(release);
    queueMicrotask(() => {
      if (request.tab.isDead) return;
      void request.hold().finally(() => {
        request.settle.resolve();
        release();
      });
    });
  };

  return {
    open(): FakeTab & Tabs {
      const tab: FakeTab = {
        isDead: false,
        isFrozen: false,
        atDeath: [],
        kill() {
          tab.isDead = true;
          for (const one of channels) if (one.tab === tab) channels.delete(one);
          for (const [name, queue] of queues)
            queues.set(
              name,
              queue.filter((request) => request.tab !== tab),
            );
          for (const end of tab.atDeath) end();
        },
      };
      const locks = {
        request: (name: string, options: LockOptions, hold: () => Promise<unknown>) =>
          new Promise<void>((resolve, reject) => {
            const request: Request = { tab, hold, settle: { resolve, reject } };
            const holder = holders.get(name);
            if (options.steal && holder) {
              holders.delete(name);
              holder.settle.reject(stolen());
            }
            if (!holders.has(name)) return grant(name, request);
            const queue = queues.get(name) ?? [];
            queue.push(request);
            queues.set(name, queue);
            options.signal?.addEventListener('abort', () => {
              const at = queues.get(name)?.indexOf(request) ?? -1;
              if (at < 0) return;
              queues.get(name)?.splice(at, 1);
              reject(stolen());
            });
          }),
      } as Pick<LockManager, 'request'>;
      return Object.assign(tab, {
        locks,
        open(name: string): TabChannel {
          const own = { tab, name, hear: (_message: unknown) => {} };
          channels.add(own);
          return {
            post(message) {
              if (tab.isDead) return;
              for (const one of channels)
                if (one !== own && one.name === name)
                  queueMicrotask(() => {
                    if (!one.tab.isFrozen && !one.tab.isDead) one.hear(structuredClone(message));
                  });
            },
            listen(onMessage) {
              own.hear = onMessage;
            },
            close: () => channels.delete(own),
          };
        },
      });
    },
  };
}

export interface FakeTab {
  isDead: boolean;
  /** A frozen tab receives nothing. */
  isFrozen: boolean;
  atDeath: (() => void)[];
  kill(): void;
}
