export { describeRoutes, serveDocs } from './docs.ts';
export { createMetrics, type Metrics, measureRequests, showMetrics } from './metrics.ts';
export { type OperationsDeps, operationsRoutes } from './operationsRoutes.ts';
