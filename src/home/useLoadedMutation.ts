import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useAppDispatch } from '#src/app/hooks.ts';
import type { RootState } from '#store/rootReducer.ts';

type Initiate = ThunkAction<PromiseLike<{ error?: unknown }>, RootState, unknown, UnknownAction>;

/** A mutation whose endpoint is loaded when the user reaches its button, so that it is not part of the first load. */
export function useLoadedMutation<Endpoints>(
  load: () => Promise<Endpoints>,
  initiate: (endpoints: Endpoints) => Initiate,
) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const run = async () => {
    setState({ busy: true });
    const { error } = await load().then(
      (endpoints) => dispatch(initiate(endpoints)),
      () => ({ error: { status: 'FETCH_ERROR' } }),
    );
    // After a success it stays busy until the list has loaded without this row.
    setState({ busy: error === undefined, error });
  };
  const onReached = () => void load().catch(() => undefined);
  return [() => void run(), { ...state, onReached }] as const;
}
