import { useParams } from 'react-router-dom';
import { useGetImportQuery } from '#store/admin/peopleImportApi.ts';
import { isWorking, POLL_MS } from './importPaths.ts';

/** The import of the address. It is polled while the server works on it. */
export function useImport() {
  const { importId = '' } = useParams();
  const known = useGetImportQuery({ importId });
  const isPolling = known.data !== undefined && isWorking(known.data.state);
  useGetImportQuery({ importId }, { pollingInterval: isPolling ? POLL_MS : 0 });
  return known;
}
