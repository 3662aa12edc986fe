export { type PropensityDeps, propensityRoutes } from './propensityRoutes.ts';
