export { changeNotificationHtml, presentChangedFields } from './changedFields.ts';
export { type FullObjective, isQuiet, measureProgress } from './objective.ts';
export { findObjectiveRole, isOpen, type ObjectiveRole } from './objectivesPolicy.ts';
export { findObjectivesOf } from './objectivesRepository.ts';
export { type ObjectivesDeps, objectivesRoutes } from './objectivesRoutes.ts';
export { addNote, correctNoteOfCheckIn, removeNotesOfCheckIn } from './ownerActions.ts';
export { presentObjectives } from './present.ts';
