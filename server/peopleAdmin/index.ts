export { type PeopleAdminDeps, peopleAdminRoutes } from './peopleAdminRoutes.ts';
