import { useLocation } from 'react-router-dom';

export const personPath = (userId: number) => `/team?person=${userId}`;

export const topicsPath = (programId: string, userId: number) =>
  `/program/${programId}/sessions/${userId}?show=topics`;
/** The same as navigation state; the query repeats it, since a new tab loses the state. */
export const showTopics = { showTopics: true };

/** Whom the address asks for, and which of their objectives. */
export function useTeamPlace() {
  const query = new URLSearchParams(useLocation().search);
  const person = query.get('person') ?? '';
  return {
    userId: /^[1-9][0-9]{0,9}$/.test(person) ? Number(person) : null,
    isWrong: person !== '' && !/^[1-9][0-9]{0,9}$/.test(person),
    objectiveId: query.get('objective'),
  };
}
