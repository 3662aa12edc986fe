import { useLocation } from 'react-router-dom';

export const personPath = (userId: number) => `/team?person=${userId}`;

/** The address of the invitation dialog, for one program if given. */
export const invitePath = (programId = '') => `/team?invite=${programId}`;

export const topicsPath = (programId: string, userId: number) =>
  `/program/${programId}/sessions/${userId}?show=topics`;
/** Navigation state. The query repeats it, because a new tab loses the state. */
export const showTopics = { showTopics: true };

/** Reads the person and the objective from the address. */
export function useTeamLocation() {
  const query = new URLSearchParams(useLocation().search);
  const person = query.get('person') ?? '';
  return {
    userId: /^[1-9][0-9]{0,9}$/.test(person) ? Number(person) : null,
    isInvalid: person !== '' && !/^[1-9][0-9]{0,9}$/.test(person),
    objectiveId: query.get('objective'),
    /** The program of the open invitation dialog; empty if none is selected, null if the dialog is closed. */
    inviteTo: query.get('invite'),
  };
}
