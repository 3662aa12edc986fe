import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import { requestContext } from '#server/tracing/requestContext.ts';
import type { Config } from './config.ts';

/**
 * Tokens are sent in headers and, as PubNub's and OpenID's protocols require, in URLs. Neither tokens nor searches for
 * people are ever logged.
 */
const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'authorization',
  'cookie',
  'password',
  'token',
  'idToken',
  '*.password',
  '*.token',
];
const SECRET_PARAMETERS = /([?&](?:auth|signature|token|uuid|email|search|code|state)=)[^&#\s"\\]*/gi;
/** The token in the path of an invitation. */
const INVITATION_TOKEN = /(\/invitation\/)[^/?#\s"\\]+/g;
/** The secret of a calendar feed, in its path. */
const FEED_SECRET = /(\/calendar\/feeds\/)[^/?#\s"\\]+/g;
/**
 * Matches the parameters of a failed query if the error message is the message of the log line, up to the end of the
 * JSON string.
 */
const QUERY_PARAMETERS = /\\nparams: (?:[^"\\]|\\.)*/g;
const redactSecrets = (line: string) =>
  line
    .replace(SECRET_PARAMETERS, '$1[hidden]')
    .replace(INVITATION_TOKEN, '$1[hidden]')
    .replace(FEED_SECRET, '$1[hidden]')
    .replace(QUERY_PARAMETERS, '');

interface LoggedRequest {
  id: string;
  method: string;
  url: string;
}

/**
 * An error for the log. A failed query is logged with its statement and cause, but without its parameters, which are
 * personal data.
 */
function describeError({ name, message, stack, code, cause }: NodeJS.ErrnoException): object {
  const parameters = message.indexOf('\nparams: ');
  const text = parameters < 0 ? message : message.slice(0, parameters);
  return {
    type: name,
    message: text,
    ...(code && { code }),
    stack: stack?.replace(message, () => text),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}

/** The id of the request that has caused the line. The log of a request itself already has it. */
function requestIdFor(logger: Logger): object {
  const context = requestContext();
  if (!context) return {};
  const bindings = (logger as unknown as Record<symbol, string>)[pino.symbols.chindingsSym];
  return bindings?.includes('"reqId"') ? {} : { reqId: context.requestId };
}

export function createLog(destination: DestinationStream): Logger {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Runs on the whole line, because any text can contain a URL, such as a message or a stack.
      hooks: { streamWrite: redactSecrets },
      mixin: (_line, _level, logger) => requestIdFor(logger as Logger),
      redact: { paths: REDACTED_PATHS, censor: '[hidden]' },
      serializers: {
        req: ({ id, method, url }: LoggedRequest) => ({ id, method, url }),
        err: describeError,
      },
    },
    destination,
  );
}

/** Logs to a file in a local deployment, so that the terminal stays readable; otherwise to standard output. */
export function openLog(config: Pick<Config, 'isLocal' | 'dataDir'>) {
  const file = join(config.dataDir, 'logs', 'server.log');
  if (config.isLocal) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const destination = pino.destination({ dest: config.isLocal ? file : 1, sync: false, mode: 0o600 });
  return {
    log: createLog(destination),
    close: () =>
      new Promise<void>((resolve) => {
        destination.once('close', resolve);
        destination.end();
      }),
  };
}
