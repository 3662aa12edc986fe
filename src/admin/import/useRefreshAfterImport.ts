import type { PeopleImport } from '#contract/administration/import.ts';
import { useRefreshAfter } from '#src/app/useRefreshAfter.ts';
import { tagsOfPeople } from '#store/admin/peopleAdminApi.ts';

/** Reads the people again when an import or its revert ends. */
export const useRefreshAfterImport = (state: PeopleImport['state'] | undefined): void =>
  useRefreshAfter(state === 'applying' || state === 'reverting', tagsOfPeople);
