import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { Person } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectIsLargeOrganisation } from '#store/people/directory.ts';
import { useSearchUsersQuery } from '#store/people/peopleApi.ts';
import { selectPeopleIndex } from '#store/people/peopleIndex.ts';
import { searchPeople } from '#store/people/searchPeople.ts';
import { useSettled } from './useSettled.ts';

/** User ids start at 1, so the search excludes no one. */
const NO_USER = 0;

/** People whose name, email address or topic starts with the text. Large organisations are searched on the server. */
export function usePeopleSearch(text: string): Person[] {
  const isLarge = useAppSelector(selectIsLargeOrganisation);
  const index = useAppSelector(selectPeopleIndex);
  const settled = useSettled(text.trim());
  const skip = !isLarge || Array.from(settled).length <= SEARCH_MIN_LENGTH;
  const { currentData = [] } = useSearchUsersQuery(settled, { skip });
  return isLarge ? currentData : searchPeople(index, text, NO_USER);
}
