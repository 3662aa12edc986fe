/** Notifications in real browsers. BELL_NOTIFICATIONS=5000 scrolls through 5,000 notifications instead of 350. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { signIn, watchProblems } from '#test/journeys/support/people.ts';
import { publishAsServer, sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

const MANY = Number(process.env.BELL_NOTIFICATIONS ?? 350);
const PROGRAM = 'aaaaaaaaaaaaaaaa';
let server: RunningServer;
let bell: ReturnType<typeof publishAsServer>;
let manager: SessionUser;
let learner: SessionUser;
test.beforeAll(async () => {
  server = await startServer();
  bell = publishAsServer(server);
  [manager, learner] = await Promise.all([sessionOf(server.url, MANAGER), sessionOf(server.url, LEARNER)]);
});
test.afterAll(async () => {
  bell.stop();
  await server.dispose();
});

const completed = (userId: number, behaviorName: string, more = {}) => ({
  notificationType: 'LEARNER_COMPLETED_TOPIC',
  payload: {
    userId,
    programId: PROGRAM,
    programName: 'Leading well',
    extraPayload: { behaviorName },
    ...more,
  },
});
const joined = (userId: number) => ({
  notificationType: 'PEER_JOINED_SESSION',
  payload: { userId, programId: PROGRAM, extraPayload: { sessionId: 'ssssssssssssssss' } },
});
const button = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'joined your session' });
/** Opens a new browser with a fake clock. */
const open = async (browser: Browser, email: string) => {
  const context = await browser.newContext();
  await context.clock.install();
  return signIn(context, server.url, email);
};

test('counts earlier and incoming notifications, marks them read in every browser, and flags new ones for 2 s', async ({
  browser,
}) => {
  await bell.publish(manager, completed(learner.userId, 'Asking'));
  const [here, there] = [await open(browser, MANAGER), await open(browser, MANAGER)];
  // The delay of 3.5 s after the start is tested with a fake clock in test/sagas.
  await here.clock.fastForward(3_500);
  await expect(button(here)).toHaveAccessibleName('Notifications, 1 new');
  await expect(button(there)).toHaveAccessibleName('Notifications, 1 new');
  await bell.publish(manager, completed(learner.userId, 'Listening'));
  await expect(button(here)).toHaveAccessibleName('Notifications, 2 new');

  const item = panel(here).getByRole('listitem').filter({ hasText: 'completed the topic Listening' });
  // "New" disappears after 2 s, so the wait for it starts before the click.
  await Promise.all([item.getByText('New', { exact: true }).waitFor(), button(here).click()]);
  await expect(item).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/);
  await expect(button(here)).toHaveAccessibleName('Notifications');
  await expect(button(there)).toHaveAccessibleName('Notifications');
  await here.clock.fastForward(2_000);
  await expect(item.getByText('New', { exact: true })).toBeHidden();
  await expect(panel(here).getByRole('heading', { name: 'Since your last visit' })).toBeVisible();
  await expect(panel(here).getByRole('heading', { name: 'Today' })).toBeVisible();

  // In the margin. A click on a link would also open another screen, which moves the focus when it has loaded.
  await here.mouse.click(20, 500);
  await expect(panel(here)).toBeHidden();
  await button(here).press('Enter');
  await expect(item).toBeVisible();
  await expect(panel(here).getByRole('heading', { name: 'Since your last visit' })).toBeHidden();
  await here.keyboard.press('Escape');
  await expect(panel(here)).toBeHidden();
  await expect(button(here)).toBeFocused();

  await here.reload();
  await button(here).click();
  await expect(item).toBeVisible();
  await expect(panel(here).getByRole('heading', { name: 'Since your last visit' })).toBeHidden();
  await here.context().close();
  await there.context().close();
});

test('keeps only harmless HTML, and runs no scripts', async ({ browser }) => {
  const page = await open(browser, MANAGER);
  const problems = watchProblems(page);
  const text = [
    '<b>Bold</b> <i>it</i> <em>em</em> <strong>st</strong><br><u>under</u>',
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><style>*{display:none}</style>',
    '<svg onload="window.hacked=1"></svg><iframe src="javascript:window.hacked=1"></iframe>',
    '<a href="javascript:window.hacked=1">one</a> <a href="https://trellis.example/x" onclick="window.hacked=1">two</a>',
    '<a href="data:text/html,x">three</a> see www.trellis.example/y.',
  ].join(' ');
  await bell.publish(manager, completed(learner.userId, '<img src=x onerror=alert(1)>', { text }));
  await bell.publish(manager, { notificationType: 7, payload: 'broken' });
  await bell.publish(manager, completed(learner.userId, 'مرحبا بالعالم 👩‍👩‍👧‍👦 '.repeat(60)));
  await button(page).click();
  const item = panel(page).getByRole('listitem').filter({ hasText: 'Bold' });
  await expect(item).toContainText('<img src=x onerror=alert(1)>');
  const content = item.locator('.notification-text');
  await expect(content.locator('b, i, em, strong, br')).toHaveCount(5);
  await expect(content.locator(':not(b, i, em, strong, br, a, span)')).toHaveCount(0);
  await expect(content.getByRole('link')).toHaveText([/^two/, /^www\.trellis\.example\/y \(opens/]);
  await expect(content.getByRole('link').first()).toHaveAttribute('rel', 'noopener noreferrer');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await panel(page).evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
  // The invalid notification is reported. The Content Security Policy also reports HTML that is parsed before it is
  // removed.
  const expected = /notification on|violates the following Content Security Policy directive/;
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
  await page.context().close();
});

if (process.env.HARD)
  test('scrolls back to the first of many notifications while few rows are in the document', async ({
    browser,
  }) => {
    test.setTimeout(test.info().timeout + MANY * 60);
    for (let from = 0; from < MANY; from += 10)
      await Promise.all(
        Array.from({ length: Math.min(10, MANY - from) }, (_, index) =>
          bell.publish(learner, completed(manager.userId, `Behaviour ${from + index + 1}.`)),
        ),
      );
    const page = await open(browser, LEARNER);
    await expect(button(page)).toHaveAccessibleName('Notifications, 99+ new');
    await button(page).click();
    const first = panel(page).getByText('Behaviour 1.', { exact: true });
    const end = panel(page).getByRole('button', { name: 'Show older' });
    await expect(panel(page).getByText(`Behaviour ${MANY}.`, { exact: true })).toBeVisible();
    let most = 0;
    await expect(async () => {
      for (let turn = 0; turn < 40; turn++) {
        await panel(page).evaluate((list) => list.scrollTo(0, list.scrollHeight));
        most = Math.max(most, await panel(page).locator('li').count());
      }
      if (await end.isVisible()) await end.click();
      await expect(first).toBeVisible({ timeout: 100 });
    }).toPass({ timeout: 20_000 + MANY * 20, intervals: [50] });
    expect(most).toBeLessThanOrEqual(170);
    await page.context().close();
  });

test('the peer alert appears once in one tab, until the peer leaves or the user joins', async ({
  browser,
}) => {
  const one = await open(browser, MANAGER);
  const context = one.context();
  const other = await context.newPage();
  await other.goto(`${server.url}/team`);
  await expect(other.locator('main h1')).toBeVisible();
  const shown = async () => (await alert(one).count()) + (await alert(other).count());
  let topicCount = 0;
  /** Waits until everything published before has arrived and been handled. */
  const settled = async (...pages: Page[]) => {
    const name = `Topic ${++topicCount}`;
    await bell.publish(manager, completed(learner.userId, name));
    for (const page of pages) {
      await button(page).click();
      await expect(panel(page).getByText(name, { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await context.clock.fastForward(1_000);
  };

  await settled(one, other);
  await bell.publish(manager, joined(learner.userId), 'story-join-1');
  await expect.poll(shown).toBe(1);
  await settled(one, other);
  expect(await shown()).toBe(1);
  const there = (await alert(one).count()) === 1 ? one : other;
  await alert(there).getByRole('button', { name: 'Dismiss' }).click();
  await bell.publish(manager, joined(learner.userId), 'story-join-1'); // The same notification, delivered twice.
  await there.reload();
  await settled(one, other);
  expect(await shown()).toBe(0);
  await other.close();

  await bell.publish(manager, joined(learner.userId), 'story-join-2');
  await bell.publish(manager, joined(learner.userId), 'story-join-3');
  await expect(alert(one)).toHaveCount(1);
  await alert(one).getByRole('link', { name: 'Join Now' }).click();
  await expect(one).toHaveURL(
    `${server.url}/program/${PROGRAM}/coaching/ssssssssssssssss?type=remote&show=join`,
  );
  await expect(alert(one)).toBeHidden();
  await bell.publish(manager, joined(learner.userId), 'story-join-4');
  await settled(one);
  await expect(alert(one)).toBeHidden();

  const peer = await open(browser, LEARNER);
  await one.goto(`${server.url}/checkin`);
  await settled(one);
  await expect(one.locator('main').getByText(`${learner.firstName} ${learner.lastName}`)).toBeVisible();
  await bell.publish(manager, joined(learner.userId), 'story-join-5');
  await expect(alert(one)).toBeVisible();
  await peer.getByRole('button', { name: `${learner.firstName} ${learner.lastName}` }).click();
  await peer.getByRole('menuitem', { name: '(Logout)' }).click();
  await expect(async () => {
    await one.clock.fastForward(2_000);
    await expect(alert(one)).toBeHidden({ timeout: 100 });
  }).toPass({ timeout: 20_000, intervals: [200] });
  await context.close();
});
