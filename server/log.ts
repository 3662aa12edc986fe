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
const withoutSecrets = (line: string) => line.replace(SECRET_PARAMETERS, '$1[hidden]');

interface LoggedRequest {
  id: string;
  method: string;
  url: string;
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
        err: ({ name, message, stack, code }: NodeJS.ErrnoException) => ({
          type: name,
          message,
          ...(code && { code }),
          stack,
        }),
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
