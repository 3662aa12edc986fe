import { readFileSync } from 'node:fs';
import type { Tracing } from './spans.ts';

/** Null for no traces. */
export type TracingConfig = { endpoint: string; ratio: number } | null;

/** The version of the product. */
export const versionOf = () =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;

/** OpenTelemetry is loaded only if it is configured. */
export async function openTracing(
  config: TracingConfig,
  { service, deployment }: { service: string; deployment: string },
): Promise<Tracing | null> {
  if (config === null) return null;
  const { startTracing } = await import('./openTelemetry.ts');
  return startTracing({ ...config, service, deployment, version: versionOf() });
}

/** How the messaging service continues the trace of a caller. */
export const spanStarter = (tracing: Tracing) => (route: string, traceparent: string) => {
  const span = tracing.start(route, 'server', traceparent, { 'http.route': route });
  return (status: number) => {
    span.set({ 'http.response.status_code': status });
    span.end();
  };
};
