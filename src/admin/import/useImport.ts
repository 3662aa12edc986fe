import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { useAppDispatch } from '#src/app/hooks.ts';
import { shownPeople } from '#store/admin/peopleAdminApi.ts';
import { useGetImportQuery } from '#store/admin/peopleImportApi.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { isWorking, POLL_MS } from './importPaths.ts';

/** The import of the address. It is polled while the server works on it. */
export function useImport() {
  const { importId = '' } = useParams();
  const known = useGetImportQuery({ importId });
  const isPolling = known.data !== undefined && isWorking(known.data.state);
  useGetImportQuery({ importId }, { pollingInterval: isPolling ? POLL_MS : 0 });
  const dispatch = useAppDispatch();
  const wasWorking = useRef(false);
  useEffect(() => {
    if (wasWorking.current && !isPolling) dispatch(baseApi.util.invalidateTags([...shownPeople]));
    wasWorking.current = isPolling;
  }, [isPolling, dispatch]);
  return known;
}
