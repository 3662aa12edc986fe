import { useEffect, useRef } from 'react';
import type { PeopleImport } from '#contract/administration/import.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { tagsOfPeople } from '#store/admin/peopleAdminApi.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** Reads the people again when an import or its revert ends. */
export function useRefreshAfterImport(state: PeopleImport['state'] | undefined): void {
  const dispatch = useAppDispatch();
  const isChanging = state === 'applying' || state === 'reverting';
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !isChanging) dispatch(baseApi.util.invalidateTags([...tagsOfPeople]));
    wasChanging.current = isChanging;
  }, [isChanging, dispatch]);
}
