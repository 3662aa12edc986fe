import { useEffect, useState } from 'react';
import type { LiftedStore } from '#store/devtools/lifted.ts';

const placeIn = (lifted: LiftedStore | null) => {
  const state = lifted?.getState();
  return { at: state?.currentStateIndex ?? 0, last: (state?.stagedActionIds.length ?? 1) - 1 };
};

/** Which of the recorded actions is on screen. */
export function usePlace(lifted: LiftedStore | null) {
  const [place, setPlace] = useState(() => placeIn(lifted));
  useEffect(
    () =>
      lifted?.subscribe(() =>
        setPlace((before) => {
          const now = placeIn(lifted);
          return now.at === before.at && now.last === before.last ? before : now;
        }),
      ),
    [lifted],
  );
  return place;
}
