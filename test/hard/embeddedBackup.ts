import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { startOn, startServer } from '#test/journeys/support/startServer.ts';
import { printFigure } from './support.ts';

/**
 * A backup of the embedded databases while a person writes, restored into a new directory: everything that
 * was saved before it is restored, and nothing is restored in part.
 */
const home = mkdtempSync(join(tmpdir(), 'trellis-embedded-backup-'));
const server = await startServer({}, { isEmbedded: true });
const learner = await apiAs(server.url, LEARNER);

interface Objective {
  title: string;
}
/** Drafts of objectives, numbered in the order in which they were saved. */
async function write(n: number) {
  const { status, body } = await learner.post('/api/objectives', {
    title: `Saved ${n}`,
    why: null,
    measure: { kind: 'text', text: 'The backup contains it' },
    dueOn: null,
    ifThenPlan: null,
    topicId: null,
    visibility: 'private',
    state: 'draft',
  });
  assert.ok(status < 300, JSON.stringify(body));
}
const titles = async (url: string) => {
  const { body } = await (await apiAs(url, LEARNER)).get<{ data: Objective[] }>('/api/objectives');
  return body.data.map(({ title }) => title).filter((title) => title.startsWith('Saved '));
};

for (let n = 0; n < 5; n++) await write(n);
let isOver = false;
let slowestMs = 0;
const reading = (async () => {
  while (!isOver) {
    const at = performance.now();
    assert.equal((await learner.get('/api/session')).status, 200);
    slowestMs = Math.max(slowestMs, performance.now() - at);
    await pause(20);
  }
})();

const env = {
  ...process.env,
  DATA_DIR: join(server.dataDirectory, 'data'),
  PORT: new URL(server.url).port,
  MESSAGING_PORT: new URL(server.messagingUrl).port,
};
async function trellis(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/trellis', ...args], {
    stdio: 'inherit',
    env: { ...env, ...more },
  });
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0, args.join(' '));
}
const startedAt = performance.now();
await trellis(['backup', join(home, 'backup')]);
const seconds = (performance.now() - startedAt) / 1_000;
isOver = true;
await reading;
await write(99);
await server.dispose();

await trellis(['restore', join(home, 'backup')], { DATA_DIR: join(home, 'restored') });
const restoredHome = mkdtempSync(join(tmpdir(), 'trellis-restored-'));
cpSync(join(home, 'restored'), join(restoredHome, 'data'), { recursive: true });
const restored = await startOn(restoredHome);
const found = await titles(restored.url);
await restored.dispose();
rmSync(home, { recursive: true });
assert.deepEqual(
  found.toSorted(),
  [0, 1, 2, 3, 4].map((n) => `Saved ${n}`),
);
printFigure(
  `backup in ${seconds.toFixed(1)} s while the server answered (slowest ${slowestMs.toFixed(0)} ms); ${found.length} of 5 saved objectives restored`,
);
