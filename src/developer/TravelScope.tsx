import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';

/** Number of states that time travel has shown. */
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
 * Remounts the screens at every time-travel jump, because their hooks keep earlier values. Back in the present, they
 * fetch again.
 */
export function TravelScope({ guard, children }: { guard: TravelGuard; children: ReactNode }) {
  const { subscribe, read } = epochOf(guard);
  return <Fragment key={useSyncExternalStore(subscribe, read)}>{children}</Fragment>;
}
