export { readDistribution } from './distribution.ts';
export { type PropensityDeps, propensityRoutes } from './propensityRoutes.ts';
