import { execFileSync } from 'node:child_process';
import { expect, type Frame, type Page } from '@playwright/test';
import { startFront } from '#scripts/theatre/front.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import type { LiftedStore } from '#store/devtools/liftedStore.ts';
import type { RootState } from '#store/rootReducer.ts';
import { DARK_WIDE, expectAccessible, WIDE } from '#test/journeys/support/appearances.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

/** The tour takes 90 seconds, and 15 here. The waits of the application itself are not shorter. */
const SPEED = 6;

let server: RunningServer;
let front: Awaited<ReturnType<typeof startFront>>;
test.beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/theatre/buildPage.ts']);
  server = await startServer();
  front = await startFront({
    port: Number(new URL(server.url).port),
    messagingPort: Number(new URL(server.messagingUrl).port),
    pageFolder: '.cache/theatre',
    listenOn: 0,
  });
});
test.afterAll(async () => {
  await front.close();
  await server.dispose();
});

interface Handle {
  trellis: { store: { liftedStore: LiftedStore; getState(): RootState }; log: ActionLog };
}
const actionsIn = (copy: Frame) =>
  copy.evaluate(() =>
    (window as unknown as Handle).trellis.log.recording().actions.map(({ action }) => action.type),
  );
const copyOf = (page: Page, side: string): Frame => {
  const frame = page.frames().find((one) => one.url().includes(`//${side}.`));
  if (!frame) throw new Error(`The page has no copy of the ${side}`);
  return frame;
};
/** What a copy shows: its address, the one of its state, and the last action before its state. */
const shownIn = (copy: Frame) =>
  copy.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { store } = (window as unknown as Handle).trellis;
    const { stagedActionIds, actionsById, currentStateIndex } = store.liftedStore.getState();
    const { pathname, search, hash } = store.getState().navigation.location;
    return {
      address: `${location.pathname}${location.search}${location.hash}`,
      path: `${pathname}${search}${hash}`,
      action: actionsById[stagedActionIds[currentStateIndex] ?? 0]?.action.type ?? '',
    };
  });

test('plays the tour with two people, and jumping causes no request on either side', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${front.url}/?speed=${SPEED}`);
  const tour = page.getByRole('list', { name: 'Scenes of the tour' });
  await page.getByRole('button', { name: 'Play tour', disabled: false }).click();
  await expect(tour.getByText('A completed topic')).toHaveAttribute('aria-current', 'step');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Continue tour' }).click();
  await expect(page.getByText('The tour is finished.')).toBeVisible({ timeout: 60_000 });

  const copies = [copyOf(page, 'learner'), copyOf(page, 'manager')] as const;
  expect(await actionsIn(copies[0])).toEqual(
    expect.arrayContaining(['chat/messageSubmitted', 'chat/messagesReceived', 'celebration/started']),
  );
  expect(await actionsIn(copies[1])).toEqual(
    expect.arrayContaining([
      'notifications/liveReceived',
      'connection/lost',
      'connection/connected',
      'session/tokenRefreshed',
      'celebration/started',
    ]),
  );

  // Both messages, the late one, and a notification for each topic, with the time each has taken.
  const messages = page.getByRole('region', { name: 'Messages on the wire' }).getByRole('button');
  await expect(messages).toHaveText([
    // The last topic ends the program, which is a second notification.
    /^Server → Manager: notification[\d.]+ m?s$/,
    /^Server → Manager: notification[\d.]+ m?s$/,
    /^Learner → Manager: message\d+\.\d s$/,
    /^Server → Manager: notification[\d.]+ m?s$/,
    /^Manager → Learner: message[\d.]+ m?s$/,
    /^Learner → Manager: message[\d.]+ m?s$/,
  ]);

  // The slider moves both copies to the same moment. It works by keyboard.
  const slider = page.getByRole('slider', { name: 'Position in the timeline' });
  const last = Number(await slider.getAttribute('max'));
  const requests: string[] = [];
  // Each side stays connected to the messaging service, and reads what it missed when a busy machine has interrupted that.
  // Sending a message would be a call of `/publish`.
  const staysConnected = (url: string) => /^\/(v2|v3|time)\//.test(new URL(url).pathname);
  page.on('request', (request) => {
    if (!staysConnected(request.url())) requests.push(`${request.method()} ${request.url()}`);
  });
  const seen = new Set<string>();
  for (let position = 0; position < last; position += 7) {
    await slider.fill(String(position));
    for (const copy of copies) {
      const { address, path, action } = await shownIn(copy);
      expect(address, `action ${position}`).toBe(path);
      seen.add(action);
    }
    const [side, name = ''] = ((await slider.getAttribute('aria-valuetext')) ?? '').split(', ');
    const shown = await shownIn(copyOf(page, side === 'Learner' ? 'learner' : 'manager'));
    expect(shown.action, `action ${position}`).toBe(
      name.replace(/^api\/\w+(?=\/(pending|fulfilled|rejected)$)/, shown.action.replace(/\/\w+$/, '')),
    );
  }
  expect(seen.size).toBeGreaterThan(15);
  await slider.focus();
  await slider.press('Home');
  await expect(page.getByText(/^Action 1 of \d+$/)).toBeVisible();
  await slider.press('ArrowRight');
  await expect(page.getByText(/^Action 2 of \d+$/)).toBeVisible();

  // A message leads to the action that it caused, with its cause.
  await messages.last().click();
  await expect(page.getByRole('heading', { name: /^Manager #\d+ chat\/messagesReceived$/ })).toBeVisible();
  // A busy copy reads it together with other events, such as that its author is typing, or after an interruption.
  await expect(
    page.getByRole('tree').getByText(/because of the events? realtime: .*\b(message|connected)\b/),
  ).toBeVisible();
  for (const appearance of [WIDE, DARK_WIDE]) {
    await page.emulateMedia({ colorScheme: appearance.colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `theatre, ${appearance.colorScheme}`);
  }

  // A replay shows the recording from its beginning, and can be paused.
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Replay of the recording.')).toBeVisible();
  await expect.poll(() => slider.inputValue().then(Number)).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = Number(await slider.inputValue());
  expect(paused).toBeLessThan(last);

  expect(requests).toEqual([]);
  expect(errors).toEqual([]);
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(copies[1].locator('main h1')).toHaveText('Team');
});
