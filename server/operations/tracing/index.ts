export { startTracing, type TracingSettings } from './openTelemetry.ts';
