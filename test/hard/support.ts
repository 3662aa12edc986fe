import type { Database } from '#server/messaging/index.ts';
import { createMessagingService } from '#server/messaging/index.ts';
import { findPostgres } from '#test/journeys/support/postgres.ts';

/** The line that `npm run test:hard` prints next to the target. */
export const printFigure = (text: string) => process.stdout.write(`FIGURE ${text}\n`);

/** The folder of the installed PostgreSQL. Without it, the script ends and counts as skipped. */
export function requirePostgres(): string {
  const programs = findPostgres();
  if (programs) return programs;
  process.stdout.write('SKIPPED PostgreSQL is not installed\n');
  process.exit(0);
}

const KEYS = { publishKey: 'pub-hard', subscribeKey: 'sub-hard', secretKey: 'sec-hard' };

/** The messaging service on a database, without access control and rate limits. */
export async function startMessagingOn(database: Database) {
  const service = createMessagingService({
    database,
    keys: KEYS,
    access: 'off',
    rateLimit: 'off',
    files: 'off',
    shared: true,
  });
  const { port } = await service.listen(0, '127.0.0.1');
  return {
    stop: () => service.stop(),
    /** Publishes a text. Returns the timetoken, or null when the message was not acknowledged. */
    async publish(channel: string, text: string): Promise<string | null> {
      const json = encodeURIComponent(JSON.stringify(text));
      const url = `http://127.0.0.1:${port}/publish/${KEYS.publishKey}/${KEYS.subscribeKey}/0/${channel}/0/${json}`;
      try {
        const response = await fetch(url);
        const body = (await response.json()) as [number, string, string];
        return response.ok ? body[2] : null;
      } catch {
        return null;
      }
    },
  };
}

/** Several writers that publish numbered texts until they are stopped. `acknowledged` holds text by timetoken. */
export function startWriters(
  publish: (channel: string, text: string) => Promise<string | null>,
  writers: number,
) {
  const acknowledged = new Map<string, string>();
  let isStopped = false;
  let n = 0;
  const running = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (!isStopped) {
        const text = `message ${++n}`;
        const timetoken = await publish(`channel-${writer % 10}`, text);
        if (timetoken) acknowledged.set(timetoken, text);
        else await pause(20);
      }
    }),
  );
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the condition is true. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number) {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not true within ${withinMs} ms`);
    await pause(10);
  }
}

export const number = (value: number) => Math.round(value).toLocaleString('en-US');
