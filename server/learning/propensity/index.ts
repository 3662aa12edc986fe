export { readDistribution } from './distribution.ts';
export { timeToAnswerAgain } from './propensityRepository.ts';
export { type PropensityDeps, propensityRoutes } from './propensityRoutes.ts';
