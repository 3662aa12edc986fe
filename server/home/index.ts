export { type HomeDeps, homeRoutes } from './homeRoutes.ts';
