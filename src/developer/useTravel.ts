import { useEffect, useState } from 'react';
import type { LiftedStore } from '#store/devtools/liftedStore.ts';

const positionIn = (lifted: LiftedStore | null) => {
  const state = lifted?.getState();
  return { at: state?.currentStateIndex ?? 0, last: (state?.stagedActionIds.length ?? 1) - 1 };
};

/** The position of the shown state among the recorded actions. */
export function usePosition(lifted: LiftedStore | null) {
  const [position, setPosition] = useState(() => positionIn(lifted));
  useEffect(
    () =>
      lifted?.subscribe(() =>
        setPosition((before) => {
          const now = positionIn(lifted);
          return now.at === before.at && now.last === before.last ? before : now;
        }),
      ),
    [lifted],
  );
  return position;
}
