import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { useAppDispatch } from '#src/app/hooks.ts';
import { tagsOfPeople } from '#store/admin/peopleAdminApi.ts';
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
  const isChanging = known.data?.state === 'applying' || known.data?.state === 'reverting';
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !isChanging) dispatch(baseApi.util.invalidateTags([...tagsOfPeople]));
    wasChanging.current = isChanging;
  }, [isChanging, dispatch]);
  return known;
}
