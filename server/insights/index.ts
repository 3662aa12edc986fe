export { insightsRoutes } from './insightsRoutes.ts';
export { type Read, readProgramFigures } from './readInsights.ts';
export { mayReadInsights } from './scope.ts';
