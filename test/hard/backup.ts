import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { startPostgres } from '#test/journeys/support/postgres.ts';
import { number, printFigure, requirePostgres, startMessagingOn, startWriters, until } from './support.ts';

/** T16: the backup of docs/operating.md while messages are written, restored into a new database. */
const MESSAGES = Number(process.env.BACKUP_MESSAGES ?? 100_000);
const MAX_RESTORE_S = 60;
const MAX_STALL_MS = 100;

const programs = requirePostgres();
const home = mkdtempSync(join(tmpdir(), 'trellis-backup-'));
const postgres = await startPostgres(programs);
const database = await openDatabase({ url: postgres.url, poolSize: 11 });
const messaging = await startMessagingOn(database.pool);

async function run(program: string, ...args: string[]) {
  const child = spawn(join(programs, program), args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0, program);
}

await database.pool.query(
  `insert into messaging.messages (channel, timetoken, publisher, kind, payload)
   select 'channel-' || n % 10, n, 'ada', 0, '"message before ' || n || '"' from generate_series(1, ${MESSAGES}) as n`,
);
const writers = startWriters(messaging.publish, 8);
await until(() => writers.acknowledged.size > 500, 60_000);

const before = [...writers.acknowledged];
const [last = '0'] = before
  .map(([timetoken]) => timetoken)
  .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  .slice(-1);
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const file = join(home, 'trellis.dump');
await run('pg_dump', '-Fc', '-f', file, postgres.url);
delay.disable();
const during = writers.acknowledged.size - before.length;
await writers.stop();

await database.pool.query('create database restored template template0');
const url = new URL(postgres.url);
url.pathname = 'restored';
const restoreAt = performance.now();
await run('pg_restore', '-d', url.href, '--exit-on-error', file);
const restoreS = (performance.now() - restoreAt) / 1_000;

const restored = await openDatabase({ url: url.href, poolSize: 1 });
/** Count and checksum of all messages up to the last one that was acknowledged before the backup. */
const summary = async ({ pool }: OpenDatabase) =>
  (
    await pool.query<{ count: string; checksum: string }>(
      `select count(*), md5(string_agg(timetoken || payload::text, ',' order by channel, timetoken)) as checksum
       from messaging.messages where timetoken <= $1`,
      [last],
    )
  ).rows[0];
const [original, copy] = [await summary(database), await summary(restored)];
const { rows } = await restored.pool.query<{ n: number }>(
  'select count(*)::int as n from messaging.messages where timetoken::text = any($1)',
  [before.map(([timetoken]) => timetoken)],
);
const missing = before.length - (rows[0]?.n ?? 0);
await restored.close();
await messaging.stop();
await database.close();
await postgres.stop();
rmSync(home, { recursive: true });

const stallMs = delay.max / 1e6;
printFigure(
  `${number(Number(copy?.count))} messages restored in ${restoreS.toFixed(1)} s, ${missing} acknowledged missing, checksums ${copy?.checksum === original?.checksum ? 'equal' : 'DIFFERENT'}, ${number(during)} written during the backup, longest stall ${stallMs.toFixed(0)} ms`,
);
assert.deepEqual(copy, original);
assert.equal(missing, 0);
assert.ok(during > 0);
assert.ok(restoreS <= MAX_RESTORE_S);
assert.ok(stallMs < MAX_STALL_MS);
