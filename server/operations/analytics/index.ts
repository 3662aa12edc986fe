export { type AnalyticsDeps, analyticsConsentRoutes, analyticsRoutes } from './analyticsRoutes.ts';
