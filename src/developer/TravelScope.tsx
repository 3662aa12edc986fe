import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';

/** How often somebody has come back from the past. */
function createEpoch(guard: TravelGuard) {
  let epoch = 0;
  return {
    subscribe: (listener: () => void) =>
      guard.subscribe(() => {
        if (!guard.isTravelling()) epoch += 1;
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

/** Back in the present the screens begin anew: what they asked for while nothing was answered, they ask for again. */
export function TravelScope({ guard, children }: { guard: TravelGuard; children: ReactNode }) {
  const { subscribe, read } = epochOf(guard);
  return <Fragment key={useSyncExternalStore(subscribe, read)}>{children}</Fragment>;
}
