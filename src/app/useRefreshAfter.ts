import { useEffect, useRef } from 'react';
import { baseApi } from '#store/api/baseApi.ts';
import { useAppDispatch } from './hooks.ts';

type Tags = readonly Parameters<typeof baseApi.util.invalidateTags>[0][number][];

/** Reads data again when a change that runs on the server ends. `tags` are constant. */
export function useRefreshAfter(isRunning: boolean, tags: Tags): void {
  const dispatch = useAppDispatch();
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) dispatch(baseApi.util.invalidateTags([...tags]));
    wasRunning.current = isRunning;
  }, [isRunning, tags, dispatch]);
}
