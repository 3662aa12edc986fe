import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type Problem, type ProblemCode, problemSchema } from '#contract/problems.ts';
import { isTransient } from '#server/db/transientErrors.ts';
import { badRequest, HttpError, notFound, unavailable } from './httpError.ts';

const CODES: Record<number, ProblemCode> = {
  400: 'bad-request',
  401: 'token-invalid',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-type',
  429: 'too-many-requests',
  503: 'unavailable',
};
const TEXTS = {
  400: 'The request is not valid. Check it and try again.',
  413: 'The content is too large. Send something smaller.',
  415: 'This type of content is not supported here.',
  429: 'Too many requests. Wait a moment and try again.',
  503: 'Part of the service is not available. Try again in a moment.',
};
const textOf = (status: number) =>
  (TEXTS as Record<number, string>)[status] ?? STATUS_CODES[status] ?? TEXTS[400];

/** PostgreSQL's codes for text or numbers that it cannot store. The schemas should catch these first. */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22P02', '22001']);
/** Lost connections to the database. For some of these errors `pg` gives only a message and no code. */
const CONNECTION_CODES = /^(08|57P0)|^E(CONN|PIPE|AI_AGAIN)|^ETIMEDOUT/;
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Long enough for a short load peak or a restart of the database. */
const RETRY_AFTER_SECONDS = 2;

export function sendProblem(reply: FastifyReply, request: FastifyRequest, error: HttpError) {
  const problem: Problem = {
    code: error.code,
    message: error.message,
    requestId: request.id,
    ...(error.fields && { fields: error.fields }),
  };
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem);
}

/** Turns every error into a problem response. The cause is logged and never sent. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { validation, validationContext, statusCode, code, cause } = error as FastifyError & {
    cause?: unknown;
  };
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An invalid id in a path is treated as an id that does not exist.
    if (validationContext === 'params') return notFound();
    const part = validationContext === 'querystring' ? 'query' : 'body';
    return badRequest(
      Object.fromEntries(
        (validation ?? []).map(({ instancePath, message }) => [
          instancePath.replace(/^\//, '').replaceAll('/', '.') || part,
          message || 'is not valid',
        ]),
      ),
    );
  }
  const root = (cause instanceof Error ? cause : error) as Partial<NodeJS.ErrnoException>;
  const databaseCode = code || root.code || '';
  if (UNSTORABLE.has(databaseCode)) return badRequest({ body: 'contains a value that cannot be stored' });
  if (
    isTransient(error) ||
    CONNECTION_CODES.test(databaseCode) ||
    CONNECTION_MESSAGES.test(root.message ?? '')
  )
    return unavailable(TEXTS[503], RETRY_AFTER_SECONDS);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new HttpError(
      statusCode,
      CODES[statusCode] ?? 'bad-request',
      textOf(statusCode),
      code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (statusCode === 400 && error instanceof SyntaxError)
        ? { fields: { body: 'is not valid JSON' } }
        : {},
    );
  return new HttpError(
    500,
    'internal',
    'Something went wrong on our side. Try again. If it happens again, contact support with the request ID.',
  );
}

/** `onServerError` is called for every response with status 500 or above. */
export function handleErrors(
  app: FastifyInstance,
  onServerError: (error: unknown, request: FastifyRequest) => void = () => {},
) {
  app.setErrorHandler((error, request, reply) => {
    // 403 is used for sessions only. A 403 of a plugin, such as for a forbidden file path, becomes 404.
    if (!(error instanceof HttpError) && (error as FastifyError).statusCode === 403)
      return reply.callNotFound();
    const httpError = toHttpError(error);
    if (httpError.status >= 500) {
      request.log.error({ err: error }, 'request failed');
      onServerError(error, request);
    }
    return sendProblem(reply, request, httpError);
  });
}

/** Responds to bytes that are not HTTP. There is no request and therefore no request id. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({ code: 'bad-request', message: TEXTS[400], requestId: '' } satisfies Problem);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Problem responses of a route, for the OpenAPI document. */
export const problems = <const Codes extends number>(...codes: Codes[]) =>
  Object.fromEntries(codes.map((code) => [code, problemSchema])) as Record<Codes, typeof problemSchema>;
