export { countOpenRequests } from './dataRequests.ts';
export { type PersonalDataRoutesDeps, personalDataRoutes } from './personalDataRoutes.ts';
