export { readNeeds } from './home.ts';
export { findReports } from './homeRepository.ts';
export { type HomeDeps, homeRoutes } from './homeRoutes.ts';
export { learnerPath, quietSince } from './reportNeeds.ts';
export { dayInWords, dayOf, daysBetween, dueInWords, inWords, plural } from './words.ts';
