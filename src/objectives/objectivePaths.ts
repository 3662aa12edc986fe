import { useLocation } from 'react-router-dom';

export const objectivesPath = '/profile?show=objectives';
export const objectivePath = (objectiveId: string) => `${objectivesPath}&objective=${objectiveId}`;
export const newObjectivePath = `${objectivesPath}&objective=new`;
/** The objective of a direct report or coached learner. */
export const reportObjectivePath = (userId: number, objectiveId: string) =>
  `/team?person=${userId}&objective=${objectiveId}`;

/** Reads from the address whether objectives are shown, and which one. */
export function useObjectiveLocation() {
  const query = new URLSearchParams(useLocation().search);
  return { isShown: query.get('show') === 'objectives', objectiveId: query.get('objective') };
}
