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

interface FoundPeople {
  people: Person[];
  /** The search for this text is over; false while it runs, if it failed, and for a text that is too short. */
  isDone: boolean;
}

/** People whose name, email address or topic starts with the text. Large organisations are searched on the server. */
export function usePeopleSearch(text: string): FoundPeople {
  const isLarge = useAppSelector(selectIsLargeOrganisation);
  const index = useAppSelector(selectPeopleIndex);
  const settled = useSettled(text.trim());
  const isLongEnough = Array.from(settled).length > SEARCH_MIN_LENGTH;
  const { currentData } = useSearchUsersQuery(settled, { skip: !isLarge || !isLongEnough });
  const isSettled = isLongEnough && settled === text.trim();
  return isLarge
    ? { people: currentData ?? [], isDone: isSettled && currentData !== undefined }
    : { people: searchPeople(index, text, NO_USER), isDone: isSettled };
}
