import type { Person } from '#contract/people.ts';
import { run, type Saga, select } from '#sagas/effects.ts';
import { selectIsLargeOrganisation, selectPersonById } from '#store/people/directory.ts';
import { peopleApi } from '#store/people/peopleApi.ts';

/** A person from the directory, looked up if the organisation is too large to load. Null if unknown. */
export function* findPerson(userId: number): Saga<Person | null> {
  const known = yield* select(selectPersonById, userId);
  if (known || !(yield* select(selectIsLargeOrganisation))) return known;
  try {
    const [person] = yield* run(peopleApi.endpoints.findUsers.initiate([userId], { subscribe: false }));
    return person ?? null;
  } catch {
    return null; // the caller then writes “Someone”
  }
}
