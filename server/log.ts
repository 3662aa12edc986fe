import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Tokens travel in headers and, since the messaging provider's protocol says so, in addresses. None is written down. */
const HIDDEN = [
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
const SECRET_PARAMETERS = /([?&](?:auth|signature|token|uuid|email)=)[^&#\s"\\]*/gi;
/** The same of a query, where its error's message was taken for the text of the line: to the end of the JSON string. */
const QUERY_PARAMETERS = /\\nparams: (?:[^"\\]|\\.)*/g;
const withoutSecrets = (line: string) =>
  line.replace(SECRET_PARAMETERS, '$1[hidden]').replace(QUERY_PARAMETERS, '');

interface LoggedRequest {
  id: string;
  method: string;
  url: string;
}

/**
 * An error as far as it may be told: a failed query names its statement and why it failed, never its parameters, which
 * are what people wrote, and tokens.
 */
function describe({ name, message, stack, code, cause }: NodeJS.ErrnoException): object {
  const parameters = message.indexOf('\nparams: ');
  const told = parameters < 0 ? message : message.slice(0, parameters);
  return {
    type: name,
    message: told,
    ...(code && { code }),
    stack: stack?.replace(message, () => told),
    ...(cause instanceof Error && { cause: describe(cause) }),
  };
}

export function createLog(destination: DestinationStream): Logger {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The last word on every line, since an address can stand in any text: a message, a stack.
      hooks: { streamWrite: withoutSecrets },
      redact: { paths: HIDDEN, censor: '[hidden]' },
      serializers: {
        req: ({ id, method, url }: LoggedRequest) => ({ id, method, url }),
        err: describe,
      },
    },
    destination,
  );
}

/** At home into a file, so that the terminal stays readable; elsewhere to standard output, for whatever collects it. */
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
