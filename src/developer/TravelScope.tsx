import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';

/** How often another moment was shown. */
function createEpoch(guard: TravelGuard) {
  let epoch = 0;
  return {
    subscribe: (listener: () => void) =>
      guard.subscribe(() => {
        epoch += 1;
        listener();
      }),
    read: () => epoch,
  };
}
const epochs = new WeakMap<TravelGuard, ReturnType<typeof createEpoch>>();
function epochOf(guard: TravelGuard) {
  const epoch = epochs.get(guard) ?? createEpoch(guard);
  epochs.set(guard, epoch);
  return epoch;
}

/**
 * The screens begin anew at every moment that is shown, since their hooks remember what they drew last; and back in the
 * present they ask again for what they were not answered in the past.
 */
export function TravelScope({ guard, children }: { guard: TravelGuard; children: ReactNode }) {
  const { subscribe, read } = epochOf(guard);
  return <Fragment key={useSyncExternalStore(subscribe, read)}>{children}</Fragment>;
}
