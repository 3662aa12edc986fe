import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { type Hands, keyboard, mouse } from '#test/journeys/support/hands.ts';
import { type CountStages, stagesIn } from '#test/journeys/support/insightsWatcher.ts';
import { connectAs } from '#test/journeys/support/messagingClient.ts';
import { accessibilityViolations, horizontalOverflow } from '#test/journeys/support/pageChecks.ts';
import { fillSignIn, watchProblems } from '#test/journeys/support/people.ts';
import { peopleFile } from '#test/journeys/support/peopleFile.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { writeLaunchAndLearn } from '#test/journeys/support/programStory.ts';
import { type RunningServer, startOn } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const ADA = 'ada@lark.example';
const ADMIN_PASSWORD = 'four boats at noon';
const PASSWORD = 'violet harbour spoon';
const NEXT_PASSWORD = 'copper window ladder';
const NGOC = 'ngoc.tran@lark.example';
const PEOPLE = 200;
const programs = findPostgres();

const startEmpty = (env: Record<string, string> = {}) =>
  startOn(mkdtempSync(join(tmpdir(), 'trellis-story-')), { DEMO: '0', ...env });

test('an organisation is set up and used from an empty server: keyboard, 390 px', async ({ browser }) => {
  const server = await startEmpty();
  try {
    await firstDay(browser, server, { hands: keyboard, width: 390, countStages: null });
  } finally {
    await server.dispose();
  }
});

if (process.env.HARD)
  test('an organisation is set up and used from an empty server: mouse, 1280 px, PostgreSQL', async ({
    browser,
  }) => {
    test.skip(!programs, 'PostgreSQL is not installed here');
    const postgres = await startPostgres(programs ?? '');
    const server = await startEmpty({ DATABASE_URL: postgres.url });
    try {
      await firstDay(browser, server, { hands: mouse, width: 1280, countStages: stagesIn(postgres.url) });
    } finally {
      await server.dispose();
      await postgres.stop();
    }
  });

/** The link in the only mail to Ngọc with this subject. */
async function linkIn(browser: Browser, { url }: RunningServer, subject: RegExp) {
  const page = await (await browser.newContext()).newPage();
  const mail = page.getByRole('listitem').filter({ hasText: NGOC }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto(`${url}/dev/mail`);
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await mail.getByRole('link').click();
  const text = await page.getByLabel('Plain text version').innerText();
  await page.context().close();
  return /: (http:\S+)/.exec(text)?.[1] ?? '';
}

async function passGates(page: Page, { press, write }: Hands) {
  await write(page.getByLabel('Title'), 'Route planner');
  await press(page.getByRole('button', { name: 'Save' }));
  for (let question = 1; question <= 13; question++) {
    await expect(page.locator('main')).toContainText(`${question} of 13`);
    await press(page.getByRole('radio').first());
    await press(page.getByRole('button', { name: /^(Next|Submit answers)/ }));
  }
  await press(
    page.getByRole('link', { name: /^Continue/ }).or(page.getByRole('button', { name: /^Continue/ })),
  );
}

async function firstDay(
  browser: Browser,
  server: RunningServer,
  { hands, width, countStages }: { hands: Hands; width: number; countStages: CountStages | null },
) {
  const { press, write, choose } = hands;
  const { url } = server;
  const open = async () =>
    (await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })).newPage();
  const admin = await open();
  const problems = watchProblems(admin);
  const dialog = admin.getByRole('dialog');
  const section = (name: string) =>
    admin.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true });
  const setup = admin.getByRole('region', { name: 'Set up your organisation' });

  await test.step('the printed address creates the organisation once', async () => {
    await expect.poll(() => server.output()).toContain('/setup?token=');
    const address = /http:\S+\/setup\?token=\S+/.exec(server.output())?.[0] ?? '';
    await admin.goto(address);
    await expect(admin).toHaveURL(`${url}/setup`);
    await write(admin.getByLabel('Name', { exact: true }), 'Lark & Sons');
    await write(admin.getByLabel('First name'), 'Ada');
    await write(admin.getByLabel('Last name'), 'Lovelace');
    await write(admin.getByLabel('Email'), ADA);
    await write(admin.getByLabel('New password', { exact: true }), ADMIN_PASSWORD);
    await write(admin.getByLabel('Repeat new password'), ADMIN_PASSWORD);
    await press(admin.getByRole('button', { name: 'Create organisation' }));
    await expect(admin).toHaveURL(`${url}/admin/home`);
    await expect(setup).toContainText('0 of 5 required steps done');
    // Until the profile is complete, the areas are locked. They fit on the smallest tablet.
    await admin.setViewportSize({ width: 545, height: 800 });
    expect(await horizontalOverflow(admin)).toBeLessThanOrEqual(0);
    await admin.setViewportSize({ width, height: 800 });
    const stranger = await open();
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await stranger.context().close();
  });

  await test.step('departments form a tree of 3 levels', async () => {
    await press(admin.getByRole('link', { name: 'Create departments' }));
    for (const [name, above] of [
      ['Operations', null],
      ['Logistics', 'Operations'],
      ['Routes', 'Operations / Logistics'],
    ] as const) {
      await press(admin.getByRole('button', { name: 'Create department' }));
      await write(dialog.getByLabel('Name'), name);
      if (above) await choose(dialog.getByLabel('Below'), above);
      await press(dialog.getByRole('button', { name: 'Create department' }));
      await expect(dialog).toBeHidden();
    }
    await expect(admin.getByRole('row', { name: /Routes/ })).toHaveAttribute('aria-level', '3');
  });

  await test.step(`the administrator imports ${PEOPLE} people`, async () => {
    await press(section('People'));
    await press(admin.getByRole('button', { name: 'Import CSV' }));
    const chooser = admin.waitForEvent('filechooser');
    await press(admin.getByLabel('CSV file'));
    await (await chooser).setFiles(peopleFile(PEOPLE, { email: NGOC, firstName: 'Ngọc', lastName: 'Trần' }));
    await press(admin.getByRole('button', { name: 'Upload file' }));
    await choose(admin.getByLabel('Field for Cost centre'), 'Department (path)');
    await press(admin.getByRole('button', { name: `Check ${PEOPLE + 1} rows` }));
    await expect(admin.getByRole('region', { name: '1 row with an error' })).toContainText(
      'unknown@lark.example',
    );
    await press(admin.getByRole('button', { name: `Import ${PEOPLE} people` }));
    await expect(admin.getByRole('heading', { name: 'Import finished' })).toBeVisible();
    await expect(admin.getByRole('main')).toContainText(/Created\s*200/);
    expect(await accessibilityViolations(admin)).toEqual([]);
  });

  const openNgoc = async () => {
    await press(section('People'));
    await write(admin.getByRole('searchbox', { name: 'Search people in the organisation' }), NGOC);
    await expect(admin.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(2);
    await press(admin.getByRole('link', { name: 'Ngọc Trần' }));
  };
  const person = await open();
  await test.step('an imported person accepts the mailed invitation and completes the profile and readiness questions', async () => {
    await openNgoc();
    await press(admin.getByRole('button', { name: 'Send invitation' }));
    const link = await linkIn(browser, server, /invitation/i);
    await person.goto(link);
    await expect(person).toHaveURL(`${url}/invitation`);
    await expect(person.getByRole('heading', { name: 'Welcome to Lark & Sons' })).toBeVisible();
    await write(person.getByLabel('New password', { exact: true }), PASSWORD);
    await write(person.getByLabel('Repeat new password'), PASSWORD);
    await press(person.getByRole('button', { name: 'Accept invitation' }));
    await expect(person.getByRole('heading', { name: 'Welcome, Ngọc' })).toBeVisible();
    await press(person.getByRole('link', { name: 'Continue' }));
    await passGates(person, hands);
    await expect(person).toHaveURL(`${url}/home`);

    const again = await open();
    await again.goto(link);
    await expect(again.getByText(/has already been accepted/)).toBeVisible();
    await again.context().close();
  });

  await test.step('a deactivated person is signed out of the open browser and of chat', async () => {
    const ada = (await (await apiAs(url, ADA, ADMIN_PASSWORD)).get<SessionUser>('/api/session')).body;
    const client = await connectAs(url, NGOC, ada, PASSWORD);
    await client.send('before the deactivation');

    await press(section('Overview'));
    await expect(setup).toContainText('2 of 5 required steps done');
    await openNgoc();
    await press(admin.getByRole('button', { name: 'Deactivate' }));
    await write(dialog.getByLabel('Reason (optional)'), 'Left the organisation');
    await press(dialog.getByRole('button', { name: 'Deactivate' }));
    await expect(admin.getByRole('button', { name: 'Reactivate' })).toBeVisible();

    // The open browser makes no calls by itself. It is notified within a minute.
    await expect(person).toHaveURL(/\/login/, { timeout: 60_000 });
    await expect(client.send('after the deactivation')).rejects.toThrow();
    client.stop();
    await fillSignIn(person, NGOC, PASSWORD);
    await expect(person.getByRole('alert')).toContainText('The email or password is incorrect.');
  });

  let learner = person;
  await test.step('a reactivated person resets the password with a mailed link and is signed in', async () => {
    await press(admin.getByRole('button', { name: 'Reactivate' }));
    await expect(admin.getByRole('button', { name: 'Deactivate' })).toBeVisible();
    await expect(admin.getByRole('region', { name: 'History' })).toContainText('Deactivated Ngọc Trần');
    await press(person.getByRole('link', { name: 'Forgot password?' }));
    await write(person.getByLabel('Email'), NGOC);
    await press(person.getByRole('button', { name: 'Send link' }));
    // Mail programs open links in a new tab.
    const opened = await person.context().newPage();
    await opened.goto(await linkIn(browser, server, /password/i));
    await write(opened.getByLabel('New password', { exact: true }), NEXT_PASSWORD);
    await write(opened.getByLabel('Repeat new password'), NEXT_PASSWORD);
    await press(opened.getByRole('button', { name: 'Set new password' }));
    await expect(opened.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await press(opened.getByRole('link', { name: 'Go to Home' }));
    await expect(opened).toHaveURL(`${url}/home`);
    learner = opened;
  });

  // With the keyboard alone, the story takes twice as long.
  if (hands === mouse || process.env.HARD) {
    await admin.goto(`${url}/content`);
    await passGates(admin, hands);
    await expect(admin).toHaveURL(`${url}/content`);
    const apis = {
      admin: await apiAs(url, ADA, ADMIN_PASSWORD),
      learner: await apiAs(url, NGOC, NEXT_PASSWORD),
    };
    await writeLaunchAndLearn({ admin, learner, apis, department: 'Routes', hands, countStages });
  }
  expect(problems).toEqual([]);
}
