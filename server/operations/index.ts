export { describeRoutes, serveDocs } from './docs.ts';
export { type OperationsDeps, operationsRoutes } from './operationsRoutes.ts';
