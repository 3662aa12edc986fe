import type { PeopleImport } from '#contract/administration/import.ts';

export const UPLOAD_PATH = '/admin/people/import';
export const columnsPath = (importId: string) => `${UPLOAD_PATH}/${importId}/columns`;
export const checkPath = (importId: string) => `${UPLOAD_PATH}/${importId}/check`;
export const runPath = (importId: string) => `${UPLOAD_PATH}/${importId}/run`;

/** The address of the current step of an import. */
export function currentPath({ importId, state }: Pick<PeopleImport, 'importId' | 'state'>): string {
  if (state === 'uploaded') return columnsPath(importId);
  if (state === 'checking' || state === 'checked') return checkPath(importId);
  return runPath(importId);
}

/** Polling interval while the server works on an import. */
export const POLL_MS = 1_000;
export const isWorking = (state: PeopleImport['state']) =>
  state === 'checking' || state === 'applying' || state === 'reverting';
