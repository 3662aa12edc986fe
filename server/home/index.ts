export { readNeeds } from './home.ts';
export { findAnsweredChanges, findReports } from './homeRepository.ts';
export { type HomeDeps, homeRoutes } from './homeRoutes.ts';
export { type AnsweredChange, reportObjectivePath } from './objectiveNeeds.ts';
export { learnerPath, quietSince } from './reportNeeds.ts';
export { dayInWords, dayOf, daysBetween, dueInWords, inWords, plural } from './words.ts';
