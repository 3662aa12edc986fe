import { inRequestContext, type RequestContext, requestContext } from './requestContext.ts';

export type Attributes = Record<string, string | number | boolean>;
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** One step of a trace. Names and attributes contain no personal data: no values of statements, texts, ids or paths. */
export interface Span {
  /** The W3C trace context. */
  traceparent: string;
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  end(): void;
  /** Ends the span with the name of the error, without its message, which can contain personal data. */
  fail(error: unknown): void;
}

export interface Tracing {
  /** A span whose parent is in another process or in the past, or that has none. */
  start(name: string, kind: SpanKind, parent: string | null, attributes?: Attributes): Span;
  /** Sends the spans that are left. */
  close(): Promise<void>;
}

/** Runs work as a step of the current span. Outside of one, as when tracing is off, it only runs it. */
export function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const context = requestContext();
  if (!context?.span) return work();
  return runIn(context, context.span.child(name, kind, attributes), work);
}

/** Runs work that an earlier request has caused in the context of that request. */
export function inStoredContext<T>(
  context: RequestContext | null,
  tracing: Tracing | null,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!context || !tracing) return inRequestContext(context, work);
  const span = tracing.start(name, 'consumer', context.traceparent ?? null, {
    'trellis.request_id': context.requestId,
  });
  return runIn(context, span, work);
}

async function runIn<T>(context: RequestContext, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await inRequestContext({ ...context, span }, work);
    span.end();
    return result;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}
