import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type Problem, type ProblemCode, problemSchema } from '#contract/problems.ts';
import { badRequest, notFound, Refusal } from './refusal.ts';

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
  400: 'The request cannot be read.',
  413: 'This is larger than can be taken.',
  415: 'This kind of content cannot be taken here.',
  429: 'That was too often. Wait a little and try again.',
  503: 'A part of the service does not answer. Try again in a moment.',
};
const textOf = (status: number) =>
  (TEXTS as Record<number, string>)[status] ?? STATUS_CODES[status] ?? TEXTS[400];

/** What PostgreSQL says to text or numbers that it cannot hold: a second net behind the schemas, never a 500. */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22P02', '22001']);
/** The connection to the database is gone or cannot be made; the client says some of it in words only. */
const DATABASE_AWAY = /^(08|57P0)|^E(CONN|PIPE|AI_AGAIN)|^ETIMEDOUT/;
const DATABASE_AWAY_IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

export function sendProblem(reply: FastifyReply, request: FastifyRequest, refusal: Refusal) {
  const problem: Problem = {
    code: refusal.code,
    message: refusal.message,
    requestId: request.id,
    ...(refusal.fields && { fields: refusal.fields }),
  };
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem);
}

/** Every error becomes a problem. Its cause goes to the log, never to the wire. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { validation, validationContext, statusCode, code, cause } = error as FastifyError & {
    cause?: unknown;
  };
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path that names no thing of ours is a thing that does not exist.
    if (validationContext === 'params') return notFound();
    const whole = validationContext === 'querystring' ? 'query' : 'body';
    return badRequest(
      Object.fromEntries(
        (validation ?? []).map(({ instancePath, message }) => [
          instancePath.replace(/^\//, '').replaceAll('/', '.') || whole,
          message || 'cannot be taken',
        ]),
      ),
    );
  }
  const root = (cause instanceof Error ? cause : error) as Partial<NodeJS.ErrnoException>;
  const databaseCode = code || root.code || '';
  if (UNSTORABLE.has(databaseCode)) return badRequest({ body: 'holds something that cannot be stored' });
  if (DATABASE_AWAY.test(databaseCode) || DATABASE_AWAY_IN_WORDS.test(root.message ?? ''))
    return new Refusal(503, 'unavailable', TEXTS[503]);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal(
      statusCode,
      CODES[statusCode] ?? 'bad-request',
      textOf(statusCode),
      code === 'FST_ERR_CTP_INVALID_JSON_BODY' || (statusCode === 400 && error instanceof SyntaxError)
        ? { fields: { body: 'is not JSON that can be read' } }
        : {},
    );
  return new Refusal(
    500,
    'internal',
    'Something failed on our side. It has been noted; the request id finds it.',
  );
}

/** `onFault` hears of what is our fault. */
export function answerWithProblems(
  app: FastifyInstance,
  onFault: (error: unknown, request: FastifyRequest) => void = () => {},
) {
  app.setErrorHandler((error, request, reply) => {
    // Only a session is forbidden to go on, and that we say ourselves: a strange path of a file is one that is not there.
    if (!(error instanceof Refusal) && (error as FastifyError).statusCode === 403)
      return reply.callNotFound();
    const refusal = asRefusal(error);
    if (refusal.status >= 500) {
      request.log.error({ err: error }, 'failed');
      onFault(error, request);
    }
    return sendProblem(reply, request, refusal);
  });
}

/** Bytes that are not even HTTP. There is no request, hence no id to find it by. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const body = JSON.stringify({ code: 'bad-request', message: TEXTS[400], requestId: '' } satisfies Problem);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** For the document of the interface: every route can answer with these. */
export const problems = <const Codes extends number>(...codes: Codes[]) =>
  Object.fromEntries(codes.map((code) => [code, problemSchema])) as Record<Codes, typeof problemSchema>;
