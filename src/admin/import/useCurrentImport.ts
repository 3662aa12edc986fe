import type { PeopleImport } from '#contract/administration/import.ts';
import { useGetCurrentImportQuery } from '#store/admin/peopleImportApi.ts';
import { isWorking, POLL_MS } from './importPaths.ts';

/** The newest import; null without one. It is polled while the server works on it. */
export function useCurrentImport(): PeopleImport | null {
  const current = useGetCurrentImportQuery().data?.data ?? null;
  const isPolling = current !== null && isWorking(current.state);
  useGetCurrentImportQuery(undefined, { pollingInterval: isPolling ? POLL_MS : 0 });
  return current;
}
