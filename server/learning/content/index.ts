export { type ContentDeps, contentRoutes } from './contentRoutes.ts';
