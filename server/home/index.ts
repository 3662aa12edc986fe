export { answeredChanges, answeredSince, reports } from './homeRepository.ts';
export { type HomeDeps, homeRoutes } from './homeRoutes.ts';
export { type AnsweredChange, reportChangePath } from './objectiveNeeds.ts';
export { findReasons, verbOf } from './teamReasons.ts';
