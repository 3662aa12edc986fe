import { type Browser, expect, type Page } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { type Hands, keyboard, mouse } from '#test/journeys/support/hands.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { checksAllAppearances } from '#test/journeys/support/pageChecks.ts';
import { conversationWith, signIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

interface Device {
  name: string;
  hands: Hands;
  width: number;
}
const DEVICES: Device[] = [
  { name: 'mouse, 1280 px', hands: mouse, width: 1280 },
  { name: 'keyboard, 390 px', hands: keyboard, width: 390 },
];
if (checksAllAppearances)
  DEVICES.push(
    { name: 'mouse, 390 px', hands: mouse, width: 390 },
    { name: 'keyboard, 1280 px', hands: keyboard, width: 1280 },
  );

test.describe.configure({ mode: 'parallel' });

const result = (page: Page) => page.getByRole('status', { name: 'Result' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.locator('main').getByRole('link', { name });
/** The part of the page that the link led to: highlighted and in view. */
const target = (page: Page) => page.locator('[data-link-target]');
async function open(browser: Browser, { url }: RunningServer, email: string, { width }: Device) {
  const viewport = { width, height: width === 390 ? 844 : 800 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  return signIn(context, url, email);
}

/** Chooses an entry of the open menu. */
async function choose(page: Page, name: string, { hands }: Device) {
  const item = page.getByRole('menuitem', { name });
  await expect(item).toBeVisible();
  if (hands === mouse) return item.click();
  for (let step = 0; step < 5; step++) {
    if (await item.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
}

for (const device of DEVICES) {
  const { press, write } = device.hands;

  test(`a learner and a manager complete what needs their attention: ${device.name}`, async ({ browser }) => {
    const server = await startServer();
    try {
      const learner = await open(browser, server, LEARNER, device);
      const problems = watchProblems(learner);
      await learnerWorks(learner);
      const { body } = await (await apiAs(server.url, LEARNER)).get<SessionUser>('/api/session');
      const manager = await open(browser, server, MANAGER, device);
      problems.push(...watchProblems(manager));
      await managerWorks(manager, body.userId);
      expect(problems).toEqual([]);
    } finally {
      await server.dispose();
    }
  });

  async function learnerWorks(page: Page) {
    await test.step('a link opens the change that needs a response, and the response has a visible result', async () => {
      await press(link(page, /^Answer: Marisol changed your objective/));
      const change = page.getByRole('article', { name: /^Changed by / });
      await expect(target(page)).toBeInViewport();
      await press(change.getByRole('button', { name: 'Accept change' }));
      await expect(change).toBeHidden();
      await expect(result(page)).not.toBeEmpty();
    });

    await test.step('a need is snoozed, restored with Undo, and snoozed again', async () => {
      await page.goBack();
      const more = button(page, /^More actions: Finish “Give feedback to all/);
      await press(more);
      await choose(page, 'Snooze until next week', device);
      await expect(more).toBeHidden();
      await press(result(page).getByRole('button', { name: 'Undo' }));
      await expect(more).toBeVisible();
      await press(more);
      await choose(page, 'Snooze until tomorrow', device);
      await expect(page.getByText('Show snoozed (1)')).toBeVisible();
    });

    await test.step('one topic is completed in its row, and another on the linked page', async () => {
      await press(button(page, 'Complete topic: “Timely feedback” is ready to complete'));
      await expect(result(page)).toContainText(/“Timely feedback” is completed\. .*notified\./);
      await expect(button(page, /Timely feedback/)).toHaveCount(0);
      await press(link(page, '“Clear requests” is ready to complete').first());
      await expect(target(page)).toBeInViewport();
      const complete = button(page, 'Complete topic');
      await expect(complete).toBeFocused();
      await expect(page.locator('main .button-primary')).toHaveCount(1);
      await press(complete);
      await expect(page.getByRole('heading', { name: 'You completed Clear communication' })).toBeInViewport();
      await expect(button(page, /^Thank /)).toBeVisible();
      await page.keyboard.press('Escape'); // the celebration
    });

    await test.step('the next step is expanded, and the step after it opens when it is done', async () => {
      await press(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'));
      await press(link(page, 'Essentials for new team leads'));
      const reflection = page.getByLabel('Your reflection');
      await expect(reflection).toBeVisible();
      await expect(page.getByText('Next step').first()).toBeInViewport();
      await expect(page.locator('main .button-primary')).toHaveCount(1);
      await write(reflection, 'The weekly report.');
      await press(button(page, 'Save and mark as done'));
      await expect(result(page)).toContainText(
        '“Choose what to delegate” is done. Next: “Delegate one task”.',
      );
      await expect(reflection).toBeHidden();
      await expect(button(page, /^Delegate one task/)).toHaveAttribute('aria-expanded', 'true');
    });
  }

  async function managerWorks(page: Page, learnerId: number) {
    await test.step('a topic is confirmed in its row', async () => {
      await press(button(page, /^Confirm: Confirm that Callum Fraser/));
      await expect(result(page)).toContainText(
        '“Opening the conversation” is confirmed. Callum was notified.',
      );
      await expect(button(page, /^Confirm:/)).toHaveCount(0);
    });

    await test.step('sending congratulations removes the row', async () => {
      const row = button(page, /^Congratulate: Callum Fraser/);
      await press(row);
      const conversation = conversationWith(page, 'Callum Fraser');
      await expect(conversation.getByRole('textbox', { name: 'Message' })).not.toHaveValue('');
      await press(conversation.getByRole('button', { name: 'Send', exact: true }));
      await press(conversation.getByRole('button', { name: 'Close conversation' }));
      if (device.width === 390) await press(button(page, 'Collapse'));
      await expect(row).toHaveCount(0);
    });

    await test.step('a notification leads to the learner’s completed topic', async () => {
      await press(button(page, /^Notifications/));
      const panel = page.getByRole('region', { name: 'Notifications' });
      await press(panel.getByRole('link', { name: /completed the topic Timely feedback/ }).first());
      await expect(page).toHaveURL(new RegExp(`/sessions/${learnerId}\\?show=topics#topic-`));
      await expect(target(page)).toBeInViewport();
    });

    await test.step('a reason on the team page links to its topic', async () => {
      await press(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Team' }));
      await press(link(page, /^Inês Duarte: 1 topic is ready to complete/));
      await expect(target(page)).toBeInViewport();
      await expect(page.getByRole('tab', { name: 'Topics', selected: true })).toBeVisible();
    });
  }
}
