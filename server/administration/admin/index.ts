export { type AdminDeps, adminRoutes } from './adminRoutes.ts';
