import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanKind, Tracing } from './spans.ts';

export interface TracingSettings {
  /** The collector's address; `/v1/traces` is added. */
  endpoint: string;
  /** Share of the requests that are traced. */
  ratio: number;
  service: string;
  version: string;
  deployment: string;
}

const KINDS: Record<SpanKind, api.SpanKind> = {
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
  consumer: api.SpanKind.CONSUMER,
  internal: api.SpanKind.INTERNAL,
};
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SEND_EVERY_MS = 2_000;

/**
 * Sends spans to an OpenTelemetry collector (decision 0135). Headers and resource attributes come from the standard
 * variables `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`.
 */
export function startTracing({ endpoint, ratio, service, version, deployment }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'deployment.environment.name': deployment,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('trellis');
  const start = (name: string, kind: SpanKind, parent: api.Context, attributes: api.Attributes = {}) =>
    spanOf(tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent));

  function spanOf(span: api.Span): Span {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    return {
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      child: (name, kind, attributes) =>
        start(name, kind, api.trace.setSpan(api.ROOT_CONTEXT, span), attributes),
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(attributes),
      end: () => span.end(),
      fail(error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.end();
      },
    };
  }

  return {
    start: (name, kind, parent, attributes) => start(name, kind, contextOf(parent), attributes),
    // The shutdown also succeeds if the collector cannot be reached.
    close: () => provider.shutdown().catch(() => {}),
  };
}

function contextOf(traceparent: string | null): api.Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
