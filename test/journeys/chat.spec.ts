import { expect, test } from '@playwright/test';
import { LEARNER } from './support/logins.ts';
import { messagesWith, signIn, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('the message field grows with its text to about 160 px, and lines stay lines', async ({ browser }) => {
  const page = await signIn(await browser.newContext(), server.url, LEARNER);
  await startConversation(page, 'mar', 'Marisol Quintero');
  const field = page.getByRole('textbox', { name: 'Message' });
  const height = async () => (await field.boundingBox())?.height ?? 0;

  const oneLine = await height();
  await field.fill('one\ntwo\nthree');
  expect(await height()).toBeGreaterThan(oneLine + 20);
  await field.fill('line\n'.repeat(40));
  expect(await height()).toBeGreaterThan(140);
  expect(await height()).toBeLessThanOrEqual(165);

  await field.fill('one\n  two\nthree');
  await field.press('Enter');
  const bubble = messagesWith(page, 'Marisol Quintero').getByRole('listitem').last().locator('.bubble');
  await expect.poll(() => bubble.innerText()).toBe('one\n  two\nthree');
});
