/** Presence in 3 browsers: online, recently online, offline, and during a restart of the service. */
import { expect, type Page } from '@playwright/test';
import { LEARNER, MANAGER, NEW_LEARNER } from '#test/journeys/support/logins.ts';
import { signIn } from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('presence follows people who sign in, reload and sign out, and does not flicker', async ({
  browser,
}) => {
  const { firstName, lastName } = await sessionOf(server.url, LEARNER);
  const name = `${firstName} ${lastName}`;
  const contexts = [await browser.newContext(), await browser.newContext(), await browser.newContext()];
  const [watching, coming, third] = contexts as [
    (typeof contexts)[0],
    (typeof contexts)[0],
    (typeof contexts)[0],
  ];
  await watching.clock.install();
  const manager = await signIn(watching, server.url, MANAGER, '/checkin');
  const here = (page: Page) => page.getByRole('region', { name: 'Online now' });
  const recently = here(manager)
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: 'recently' });
  const person = here(manager).getByRole('listitem').filter({ hasText: name });

  const learner = await signIn(coming, server.url, LEARNER);
  await expect(person).toBeVisible();
  await expect(recently).toHaveCount(0);

  // A reload does not change the presence on screen.
  let vanished = 0;
  await manager.exposeFunction('noteVanished', () => {
    vanished += 1;
  });
  await manager.evaluate((text) => {
    const look = () => {
      if (!document.querySelector('main')?.textContent?.includes(text))
        (window as unknown as { noteVanished(): void }).noteVanished();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, name);
  await learner.reload();
  await expect(learner.locator('main h1')).toBeVisible();
  const visitor = await signIn(third, server.url, NEW_LEARNER);
  await expect(here(manager).getByRole('listitem')).toHaveCount(2);

  // During a restart of the service no one goes offline.
  await server.kill();
  await server.restart();
  await expect(async () => {
    await learner.reload();
    await expect(learner.locator('main h1')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await visitor.reload();
  await expect(manager.getByText(/reconnecting|connection/i)).toHaveCount(0);
  expect(vanished).toBe(0);

  await learner.getByRole('button', { name }).click();
  await learner.getByRole('menuitem', { name: '(Logout)' }).click();
  await expect(async () => {
    await manager.clock.fastForward(2_000);
    await expect(recently).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [200] });
  await manager.clock.fastForward(10 * 60_000);
  await expect(person).toHaveCount(0);
  await Promise.all(contexts.map((context) => context.close()));
});
