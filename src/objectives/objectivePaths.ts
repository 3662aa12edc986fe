import { useLocation } from 'react-router-dom';

export const objectivesPath = '/profile?show=objectives';
export const objectivePath = (objectiveId: string) => `${objectivesPath}&objective=${objectiveId}`;
export const newObjectivePath = `${objectivesPath}&objective=new`;
/** A report's objective, as their manager or coach opens it. */
export const reportObjectivePath = (userId: number, objectiveId: string) =>
  `/team?person=${userId}&objective=${objectiveId}`;

/** What the address asks for. */
export function useObjectivePlace() {
  const query = new URLSearchParams(useLocation().search);
  return { isShown: query.get('show') === 'objectives', objectiveId: query.get('objective') };
}
