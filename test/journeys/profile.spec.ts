import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD, LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { conversationWith, signIn, startConversation } from '#test/journeys/support/people.ts';
import { stripedPng } from '#test/journeys/support/png.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** Size and centre colour of the picture in the header. */
const pictureInHeader = (page: Page) =>
  page.locator('header img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    const side = image.naturalWidth;
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return { side, colour: Array.from(context?.getImageData(side / 2, side / 2, 1, 1).data ?? []) };
  });

test('a profile picture is cropped, saved, shown to other people and removed', async ({ browser }) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER, '/profile/edit');
  const picture = stripedPng(900, 600, [
    [220, 60, 60],
    [60, 180, 90],
    [60, 90, 220],
  ]);
  const file = learner.locator('input[type=file]');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await learner.getByLabel('Zoom').fill('2');
  await learner.getByLabel('Horizontal position').fill('1');
  await learner.getByRole('button', { name: 'Save picture' }).click();
  await expect(learner.getByRole('dialog')).toBeHidden();

  const kept = await pictureInHeader(learner);
  expect(kept.side).toBe(512);
  const [red = 255, , blue = 0] = kept.colour;
  expect(blue).toBeGreaterThan(180); // the right-hand stripe
  expect(red).toBeLessThan(100);
  await learner.reload();
  await expect(learner.locator('header img')).toBeVisible();

  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  await startConversation(manager, 'jon', 'Jonah Reyes');
  await expect(conversationWith(manager, 'Jonah Reyes').locator('img')).toBeVisible();

  await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(learner.getByRole('alert')).toContainText('The browser cannot read this file');
  await learner.getByRole('button', { name: 'Remove picture' }).click();
  await expect(learner.locator('header img')).toHaveCount(0);
});

test('a person adds a passkey, signs in with it once per challenge, and removes it', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await signIn(context, server.url, LEARNER, '/profile/devices');
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signOut = async () => {
    await page.locator('header button[aria-haspopup="menu"]').first().click();
    await page.getByRole('menuitem', { name: '(Logout)' }).click();
    await expect(page).toHaveURL(/\/login/);
  };

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Current password').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const passkeys = page.getByRole('list', { name: 'Your passkeys' });
  await expect(passkeys).toContainText('Work laptop');

  await signOut();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/passkey'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);
  // The same response of the device does not work again.
  const again = await context.request.post(`${server.url}/api/auth/passkey`, {
    data: (await sent).postDataJSON(),
  });
  expect(again.status()).toBe(401);

  await page.goto(`${server.url}/profile/devices`);
  await expect(passkeys).toContainText('Last used');
  await page.getByRole('button', { name: 'Remove: Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await signOut();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey no longer works');
});
