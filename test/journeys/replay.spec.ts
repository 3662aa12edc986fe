import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readTrace } from '#store/devtools/readTrace.ts';
import type { Trace } from '#store/devtools/trace.ts';
import { asDeployment, startCollector } from '#test/journeys/support/collector.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { fillSignIn, watchProblems } from '#test/journeys/support/people.ts';
import { publishAsServer, sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { goWithin, screenAtRest } from '#test/journeys/support/travel.ts';

/** Planted in every fault. It must never reach the collector. */
const MARKER = 'Zq8Planted';

let server: RunningServer;
let collector: Awaited<ReturnType<typeof startCollector>>;
test.beforeAll(async () => {
  collector = await startCollector();
  server = await startServer({ SENTRY_DSN: collector.dsn });
});
test.afterAll(async () => {
  await server.dispose();
  await collector.stop();
});

const dispatchIn = (page: Page, action: object) =>
  page.evaluate((planted) => {
    const { store } = (window as unknown as { trellis: { store: { dispatch(action: object): void } } })
      .trellis;
    // A failing reducer causes an uncaught error.
    setTimeout(() => store.dispatch(planted));
  }, action);

interface Fault {
  /** Where the error report says that it occurred. */
  where: RegExp;
  action: string;
  /** The saga and the effect, for faults in sagas. */
  failed?: RegExp;
  plant(page: Page): Promise<void>;
}
const FAULTS: Record<string, Fault> = {
  reducer: {
    where: /^uncaught$/,
    action: 'presence/peopleListed',
    plant: (page) => dispatchIn(page, { type: 'presence/peopleListed', payload: { uuids: 7, text: MARKER } }),
  },
  component: {
    where: /^screen \/checkin$/,
    action: 'api/queries/queryResultPatched',
    plant: (page) =>
      dispatchIn(page, {
        type: 'api/queries/queryResultPatched',
        payload: {
          queryCacheKey: 'getCheckIns(undefined)',
          patches: [
            { op: 'add', path: ['note'], value: MARKER },
            { op: 'replace', path: ['current'], value: null },
          ],
        },
      }),
  },
  saga: {
    where: /^saga peer alerts$/,
    action: 'notifications/received',
    failed: /watchForPeers › alertOfItems › raise\ncall raisePeerAlert: TypeError/,
    plant(page) {
      const item = {
        type: 'PEER_JOINED_SESSION',
        fromUserId: 0,
        isUnlisted: true,
        timetoken: `${Date.now()}0000`,
      };
      return dispatchIn(page, {
        type: 'notifications/received',
        payload: { items: [{ ...item, id: 'x', text: MARKER }] },
      });
    },
  },
  schema: {
    where: /^answer of getCheckIns$/,
    action: 'api/getCheckIns/rejected',
    async plant(page) {
      await goWithin(page, '/program');
      await page.route('**/api/check-ins', async (route) => {
        const { 'if-none-match': _tag, ...headers } = route.request().headers();
        const response = await route.fetch({ headers });
        await route.fulfill({ response, json: { ...(await response.json()), current: MARKER } });
      });
      await page.evaluate(() => {
        const { store } = (window as unknown as { trellis: { store: { dispatch(action: object): void } } })
          .trellis;
        store.dispatch({ type: 'api/invalidateTags', payload: ['CheckIn'] });
      });
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, '/checkin');
    },
  },
  'realtime payload': {
    where: /^notification on notif_/,
    action: '',
    failed: /receive.*reportError/s,
    async plant() {
      const publisher = publishAsServer(server);
      await publisher.publish(await sessionOf(server.url, LEARNER), {
        type: 'TOPIC_COMPLETED',
        payload: MARKER,
      });
      publisher.stop();
    },
  },
};

/** The bodies of error reports as the collector stored them. */
const reportsOf = (where: RegExp) =>
  collector.bodies.filter((body) => {
    const [, tag = ''] = /"tags":\{[^}]*"where":"([^"]*)"/.exec(body) ?? [];
    return body.includes('"type":"event"') && where.test(tag);
  });

async function openReplay(file: string): Promise<{ url: string; process: ChildProcess }> {
  const started = spawn(process.execPath, ['scripts/replay.mjs', file], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    started.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Open (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    started.once('exit', () => reject(new Error(output)));
  });
  return { url, process: started };
}

/** The content of the page: the heading, and the alerts without the number of the report. */
const screenOf = (page: Page) =>
  page.evaluate(() => ({
    heading: document.querySelector('main h1')?.textContent,
    alerts: [...document.querySelectorAll('main [role=alert]')].map(
      (alert) => alert.querySelector('p, h2, h3')?.textContent,
    ),
  }));

test('a report of each kind of fault replays to the same screen and the same failing effect', async ({
  context,
  page,
}, testInfo) => {
  test.setTimeout(180_000);
  await asDeployment(context, 'test');
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, LEARNER);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.close(); // each fault is in the only page of its session

  const files: { name: string; file: string; trace: Trace; live: Awaited<ReturnType<typeof screenOf>> }[] =
    [];
  for (const [name, { where, plant }] of Object.entries(FAULTS)) {
    const live = await context.newPage();
    await live.goto(`${server.url}/checkin`);
    await expect(live.locator('main h1')).toHaveText('Check-in');
    await expect(live.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await live.waitForFunction(() => 'trellis' in window);
    await screenAtRest(live);
    // The connection is up, so that a live event arrives.
    await live.waitForFunction(
      () =>
        (
          window as unknown as { trellis: { store: { getState(): { connection: { phase: string } } } } }
        ).trellis.store.getState().connection.phase === 'connected',
    );
    await plant(live);
    await expect.poll(() => reportsOf(where).length, { message: name }).toBe(1);
    const body = reportsOf(where).at(-1) ?? '';
    const trace = readTrace(body);
    expect(Buffer.byteLength(JSON.stringify(trace)), name).toBeLessThanOrEqual(200_000);
    expect(trace.failure?.where, name).toMatch(where);
    const file = testInfo.outputPath(`${name}.envelope`);
    writeFileSync(file, body);
    await screenAtRest(live);
    files.push({ name, file, trace, live: await screenOf(live) });
    await live.close();
  }
  expect(collector.bodies.filter((body) => body.includes(MARKER))).toEqual([]);

  const [first] = files;
  const replay = await openReplay(first?.file ?? '');
  try {
    const replayed = await context.newPage();
    await replayed.goto(replay.url);
    await expect(replayed.getByRole('region', { name: 'Developer menu' })).toBeVisible();
    await replayed.keyboard.press('Control+h');
    const requests: string[] = [];
    replayed.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api')) requests.push(request.url());
    });
    for (const { name, file, trace, live } of files) {
      const { action = '', failed } = FAULTS[name] ?? {};
      if (file !== first?.file) await replayed.getByLabel('Session or trace').setInputFiles(file);
      const panel = replayed.getByRole('region', { name: `#${trace.failure?.action} ${action}` });
      await expect(panel, name).toBeVisible();
      await expect(panel.getByRole('treeitem').first()).toHaveText(
        `Failed: ${trace.failure?.error} in ${trace.failure?.where}`,
      );
      if (failed)
        expect((await panel.getByRole('treeitem').allTextContents()).join('\n'), name).toMatch(failed);
      await expect.poll(() => screenOf(replayed), { message: name }).toEqual(live);
    }
    expect(requests).toEqual([]);
  } finally {
    replay.process.kill();
  }
});

test('the error screen copies diagnostics that can be replayed', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/login?redirectUrl=%2Fcheckin`);
  await fillSignIn(page, LEARNER);
  await expect(page.getByRole('button', { name: 'Send check-in' })).toBeVisible();
  // The diagnostics are about the last error, and the test above has left a notification that is reported when it is loaded.
  await page.waitForFunction(
    () =>
      (
        window as unknown as { trellis?: { store: { getState(): { notifications: { status: string } } } } }
      ).trellis?.store.getState().notifications.status === 'loaded',
  );
  watchProblems(page);
  await FAULTS.component?.plant(page);
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(readTrace(text).failure).toMatchObject({ where: 'screen /checkin', error: 'TypeError' });
  expect(text).not.toContain(MARKER);
});
