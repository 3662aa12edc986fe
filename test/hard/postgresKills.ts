import assert from 'node:assert/strict';
import { openDatabase } from '#server/db/open.ts';
import { startPostgres } from '#test/journeys/support/postgres.ts';
import {
  number,
  pause,
  printFigure,
  requirePostgres,
  startMessagingOn,
  startWriters,
  until,
} from './support.ts';

/** T7: the main process of PostgreSQL is killed with SIGKILL while messages are written. Nothing acknowledged is lost. */
const KILLS = Number(process.env.POSTGRES_KILLS ?? 20);
const MESSAGES_PER_KILL = Number(process.env.POSTGRES_KILL_MESSAGES ?? 5_000);
const BACK_WITHIN_MS = 60_000;

const postgres = await startPostgres(requirePostgres());
const database = await openDatabase({ url: postgres.url, poolSize: 11 });
const messaging = await startMessagingOn(database.pool);
const writers = startWriters(messaging.publish, 32);
const { acknowledged } = writers;

/** PostgreSQL refuses to start until the other processes of the killed one have ended. */
async function restart() {
  const end = performance.now() + BACK_WITHIN_MS;
  for (;;)
    try {
      return await postgres.restart();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(50);
    }
}

let slowestMs = 0;
for (let kill = 0; kill < KILLS; kill++) {
  const enough = acknowledged.size + MESSAGES_PER_KILL;
  await until(() => acknowledged.size >= enough, 120_000);
  await postgres.kill();
  await restart();
  const backAt = performance.now();
  const { size } = acknowledged;
  await until(() => acknowledged.size > size, BACK_WITHIN_MS);
  slowestMs = Math.max(slowestMs, performance.now() - backAt);
}
await writers.stop();

const { rows } = await database.pool.query<{ timetoken: string; text: string }>(
  `select timetoken::text, payload::jsonb #>> '{}' as text from messaging.messages`,
);
const stored = new Map(rows.map(({ timetoken, text }) => [timetoken, text]));
const lost = [...acknowledged].filter(([timetoken, text]) => stored.get(timetoken) !== text);
await messaging.stop();
await database.close();
await postgres.stop();
printFigure(
  `${KILLS} kills, ${number(acknowledged.size)} acknowledged, ${lost.length} lost, writes again at most ${(slowestMs / 1_000).toFixed(1)} s after the start`,
);
assert.equal(lost.length, 0);
