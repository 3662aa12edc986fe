export { insightsRoutes } from './insightsRoutes.ts';
export { readProgramFigures } from './readInsights.ts';
export { mayReadInsights } from './scope.ts';
