import type { Tabs } from '#store/ports/tabs.ts';

/**
 * Features that the tabs of one browser share: Web Locks (missing over plain http on a network address) and broadcast
 * channels.
 */
export const browserTabs = (view: Window & typeof globalThis): Tabs => ({
  locks: view.navigator.locks as Tabs['locks'],
  open(name) {
    if (typeof view.BroadcastChannel !== 'function') return null;
    const channel = new view.BroadcastChannel(name);
    return {
      post: (message) => channel.postMessage(message),
      listen(onMessage) {
        channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
      },
      close: () => channel.close(),
    };
  },
});
