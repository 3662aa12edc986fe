export { searchRoutes } from './searchRoutes.ts';
