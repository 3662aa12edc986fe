export { readNeeds } from './home.ts';
export { findAnsweredChanges, findReports } from './homeRepository.ts';
export { type HomeDeps, homeRoutes } from './homeRoutes.ts';
export { type AnsweredChange, reportChangePath } from './objectiveNeeds.ts';
export { inactiveSince, learnerPath } from './reportNeeds.ts';
