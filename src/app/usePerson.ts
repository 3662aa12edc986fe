import { useEffect } from 'react';
import type { Person } from '#contract/people.ts';
import { peopleShown, selectPersonById } from '#store/people/directory.ts';
import { useAppDispatch, useAppSelector } from './hooks.ts';

/** A person from the directory. Null until the person is known. In a large organisation, the person is looked up. */
export function usePerson(userId: number | null): Person | null {
  const person = useAppSelector((state) => (userId === null ? null : selectPersonById(state, userId)));
  usePeopleShown(userId === null || person ? [] : [userId]);
  return person;
}

/** Looks up the people on screen who are not known yet, in a large organisation. */
export function usePeopleShown(unknownIds: readonly number[]): void {
  const dispatch = useAppDispatch();
  const list = unknownIds.join(',');
  useEffect(() => {
    if (list !== '') dispatch(peopleShown({ userIds: list.split(',').map(Number) }));
  }, [dispatch, list]);
}
