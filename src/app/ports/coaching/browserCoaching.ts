import type { CoachingPort } from '#store/ports/coaching.ts';

/** The code of rooms is loaded when a session is opened. */
export const browserCoaching = (view: Window): CoachingPort => ({
  vault: once(async () =>
    (
      await import(/* webpackChunkName: "coaching-room" */ '#src/app/ports/coaching/vault/createVault.ts')
    ).browserVault(view),
  ),
  call: once(async () =>
    (
      await import(/* webpackChunkName: "coaching-room" */ '#src/app/ports/coaching/call/createCall.ts')
    ).createCall(view),
  ),
});

/** Loads once; tries again after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
