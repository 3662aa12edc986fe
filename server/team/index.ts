export { type TeamDeps, teamRoutes } from './teamRoutes.ts';
