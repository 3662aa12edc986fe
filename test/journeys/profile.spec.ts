import { expect, type Page, test } from '@playwright/test';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { conversationWith, signIn, startConversation } from '#test/journeys/support/people.ts';
import { stripedPng } from '#test/journeys/support/png.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';

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

test('a profile picture is cropped, saved, shown to others and removed', async ({ browser }) => {
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
