/** What the tabs of one browser share: locks (not over plain http on a network address), and channels between them. */
export const browserTabs = (view: Window & typeof globalThis) => ({
  locks: view.navigator.locks as LockManager | undefined,
  open(name: string) {
    if (typeof view.BroadcastChannel !== 'function') return null;
    const channel = new view.BroadcastChannel(name);
    return {
      post: (message: unknown) => channel.postMessage(message),
      listen(onMessage: (message: unknown) => void) {
        channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
      },
      close: () => channel.close(),
    };
  },
});
