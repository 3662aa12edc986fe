import { type Browser, expect, type Page } from '@playwright/test';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import type { Content } from '#contract/learning/content.ts';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import type { Question } from '#contract/surveys/questions.ts';
import type { Survey, Surveys } from '#contract/surveys/surveys.ts';
import { apiAs, programInProgress } from '#test/journeys/support/api.ts';
import {
  type Appearance,
  appearanceName,
  appearancesOf,
  expectAccessible,
  expectScreenAccessible,
  SMALL,
  WIDE,
} from '#test/journeys/support/appearances.ts';
import { ADMIN, LEARNER, MANAGER, NEW_LEARNER } from '#test/journeys/support/logins.ts';
import {
  checksAllAppearances,
  coveredControls,
  horizontalOverflow,
  layoutsOf,
  overflowOfLongWords,
  unclearLinks,
} from '#test/journeys/support/pageChecks.ts';
import {
  chat,
  fillSignIn,
  send,
  signIn,
  startConversation,
  watchProblems,
} from '#test/journeys/support/people.ts';
import { peopleFile } from '#test/journeys/support/peopleFile.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { goWithin } from '#test/journeys/support/travel.ts';

const MATRIX: Question = {
  key: 'q1',
  type: 'matrix',
  text: 'How is it in your team?',
  required: true,
  rows: [
    { key: 'r1', text: 'We help each other' },
    { key: 'r2', text: 'We say what we think' },
  ],
  options: [
    { key: 'o1', text: 'Rarely' },
    { key: 'o2', text: 'Sometimes' },
    { key: 'o3', text: 'Often' },
  ],
};

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** Uploads a file for an import, has it checked, and returns its id. */
async function uploadPeople(url: string) {
  const { idToken } = await apiAs(url, ADMIN);
  const lead = { email: 'nora@demo.example', firstName: 'Nora', lastName: 'Lind' };
  const response = await fetch(`${url}/api/admin/people/import?fileName=people.csv`, {
    method: 'POST',
    headers: { authorization: idToken, 'content-type': 'text/csv' },
    body: peopleFile(3, lead).buffer,
  });
  const { importId } = (await response.json()) as { importId: string };
  const checked = await fetch(`${url}/api/admin/people/import/${importId}/check`, {
    method: 'POST',
    headers: { authorization: idToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      mapping: ['emailAddress', 'firstName', 'lastName', 'department', 'manager'],
      createsDepartments: true,
    }),
  });
  expect(checked.status).toBe(200);
  return importId;
}

/** The next coaching session of a person. */
async function coachingPath(url: string, email: string) {
  const { body } = await (await apiAs(url, email)).get<NextCoaching>('/api/coaching/next');
  if (!body.session) throw new Error(`${email} has no coaching session`);
  return `/program/${body.session.programId}/coaching/${body.session.sessionId}?type=remote`;
}

/** The topic editor, a comparison of versions, and the steps of the wizard with a draft. */
async function authoringPaths(url: string) {
  const admin = await apiAs(url, ADMIN);
  const { body: content } = await admin.get<Content>('/api/content');
  const topic = content.data.find(({ newest }) => newest === 2);
  const { body: program } = await admin.post<ProgramSetup>('/api/programs', {
    name: 'Lead with questions',
    topicIds: topic ? [topic.topicId] : [],
  });
  return [
    `/content/topics/${topic?.topicId}`,
    `/content/topics/${topic?.topicId}/versions`,
    ...['purpose', 'rules', 'sessions', 'audience', 'review'].map(
      (step) => `/admin/programs/create/${program.programId}/${step}`,
    ),
  ];
}

/** Opens a survey with a matrix for everyone, and returns its id. */
async function openSurvey(url: string) {
  const admin = await apiAs(url, ADMIN);
  const { body: draft } = await admin.post<Survey>('/api/surveys', { surveyName: 'Autumn pulse' });
  const path = `/api/surveys/${draft.surveyId}`;
  const questions = {
    version: 1,
    sections: [{ key: 's1', title: '', questions: [MATRIX] }],
  };
  const { body: saved } = await admin.patch<Survey>(path, { version: draft.version, questions });
  expect(await admin.put(`${path}/state`, { state: 'open', version: saved.version })).toMatchObject({
    status: 200,
  });
  return draft.surveyId;
}

/** The editor and the results of a released survey. */
async function surveyPaths(url: string) {
  const { body } = await (await apiAs(url, ADMIN)).get<Surveys>('/api/surveys');
  const released = body.run?.find(({ state }) => state === 'released');
  if (!released) throw new Error('The demo has no released survey');
  return [`/survey/edit/${released.surveyId}`, `/survey/results/${released.surveyId}`];
}

interface Screens {
  /** Checked by axe and by the hit test. */
  paths: string[];
  /** Checked by the hit test, and with APPEARANCES=all also by axe, because their parts are on the other screens. */
  more?: string[];
}

/**
 * Visits the screens without page loads. `/profile/edit` asks for confirmation before the user leaves it, so it comes
 * last.
 */
async function checkScreens(
  browser: Browser,
  appearance: Appearance,
  email: string,
  { paths, more = [] }: Screens,
) {
  test.setTimeout(test.info().timeout + (paths.length + more.length) * 8_000);
  const context = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
  const page = await signIn(context, server.url, email);
  const problems = watchProblems(page);
  for (const [screen, path] of [...more, ...paths].entries()) {
    await goWithin(page, path);
    if (paths.includes(path) || checksAllAppearances)
      await expectScreenAccessible(page, `${email} ${path}`, appearance, screen % 2 === 0);
    // The save bar of the profile appears after the first change.
    if (path === '/profile/edit') await page.getByLabel('First name').fill('Changed');
    expect.soft(await unclearLinks(page), `${email} ${path}`).toEqual([]);
    expect.soft(await overflowOfLongWords(page), `${email} ${path}: long words`).toBeLessThanOrEqual(0);
    if (appearance === SMALL || appearance === WIDE)
      expect.soft(await coveredControls(page, layoutsOf(screen)), `${email} ${path}`).toEqual([]);
  }
  expect(problems).toEqual([]);
  return page;
}

for (const appearance of appearancesOf(SMALL)) {
  test(`all screens of a learner are accessible and no control is covered, ${appearanceName(appearance)}`, async ({
    browser,
  }) => {
    const { programId } = await programInProgress(server.url, LEARNER);
    const survey = `/survey/participate/${await openSurvey(server.url)}`;
    const paths = [
      '/home',
      '/program',
      `/program/${programId}`,
      `/program/${programId}?show=choose`,
      await coachingPath(server.url, LEARNER),
      '/survey',
      '/survey/propensity',
      survey,
      '/profile',
      '/profile/calendar',
      '/checkin',
      '/not-found',
      '/profile/edit',
    ];
    const more = [
      '/profile?show=objectives',
      '/profile/notifications',
      '/profile/devices',
      '/profile/my-data',
      '/privacy',
      `/program/${programId}/plan-session`,
    ];
    const page = await checkScreens(browser, appearance, LEARNER, { paths, more });
    await page.goto(`${server.url}${survey}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.getByRole('group', { name: 'We help each other' })).toBeVisible();
    await expectAccessible(page, 'a question of a survey');
    await page.context().close();
  });
}
/** By how much a text is wider than its element, to fractions of a pixel: a small difference cuts off a letter. */
const cutOffPixels = (element: Element) => {
  const text = document.createRange();
  text.selectNodeContents(element);
  return Math.max(0, text.getBoundingClientRect().width - element.getBoundingClientRect().width);
};
/** The texts of elements that are wider or higher than their box. */
const cutOff = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
        .map((one) => one.textContent),
    );

for (const appearance of appearancesOf(WIDE)) {
  test(`all screens of a manager and an administrator are accessible and no control is covered, ${appearanceName(appearance)}`, async ({
    browser,
  }) => {
    const { programId } = await programInProgress(server.url, LEARNER);
    const { body } = await (await apiAs(server.url, LEARNER)).get<{ userId: number }>('/api/session');
    const manager = await checkScreens(browser, appearance, MANAGER, {
      paths: [
        '/home',
        '/team',
        `/program/${programId}/sessions/${body.userId}?show=topics`,
        '/checkin',
        '/checkin?view=team',
        `/admin/programs/insights/${programId}`,
      ],
      more: [`/team?person=${body.userId}`, `/program/${programId}/sessions/${body.userId}?show=sessions`],
    });
    await manager.goto(`${server.url}/team`);
    const rows = manager.locator('main tbody tr').filter({ has: manager.getByRole('link') });
    await expect(rows).not.toHaveCount(0);
    // With 3 programs, a row of the table stays low, and on a tablet the header shows the full name.
    if (appearance === WIDE)
      expect(Math.max(...(await rows.evaluateAll((all) => all.map((row) => row.clientHeight))))).toBeLessThan(
        120,
      );
    await manager.setViewportSize({ width: 1280, height: 800 });
    expect(await cutOff(manager, '.user-button .name, .team-program a')).toEqual([]);
    await manager.setViewportSize({ width: 640, height: 800 });
    const name = manager.getByRole('banner').getByText('Marisol Quintero');
    expect((await name.boundingBox())?.width).toBeGreaterThan(80);
    await manager.context().close();
    const importId = await uploadPeople(server.url);
    const admin = await checkScreens(browser, appearance, ADMIN, {
      paths: [
        '/home',
        '/admin/home',
        '/admin/people',
        '/admin/people?status=without-profile',
        '/admin/departments',
        '/admin/settings',
        '/admin/settings/branding',
        '/admin/people/import',
        `/admin/people/import/${importId}/columns`,
        `/admin/people/import/${importId}/check`,
        `/admin/people/${body.userId}`,
        '/admin/audit',
        '/admin/settings/sign-on',
        '/admin/settings/directory',
        '/admin/settings/webhooks',
        `/admin/programs/insights/${programId}`,
        `/admin/programs/insights/${programId}/people?measure=stalled`,
        '/admin/programs/create/',
        '/admin/programs/create/new/purpose',
        '/content',
        ...(await authoringPaths(server.url)),
        '/team',
      ],
      more: [
        '/admin/data-requests',
        '/admin/settings/programs',
        '/admin/settings/privacy',
        ...(await surveyPaths(server.url)),
        `/admin/programs/create/${programId}/preview`,
      ],
    });
    // Next to all areas, the search field shrinks and not the user's name. No name of a program is cut off.
    await admin.setViewportSize({ width: 1280, height: 800 });
    await admin.goto(`${server.url}/team`);
    await expect(admin.locator('main h1')).toBeVisible();
    expect(await cutOff(admin, '.user-button .name')).toEqual([]);
    await admin.getByRole('button', { name: /^Search/ }).click();
    await expect(admin.getByRole('dialog')).toBeVisible(); // its code is loaded first
    await expectAccessible(admin, 'search dialog');
    await admin.keyboard.press('Escape');
    // All areas of an administrator fit on the smallest tablet.
    await admin.setViewportSize({ width: 545, height: 800 });
    expect(await horizontalOverflow(admin)).toBeLessThanOrEqual(0);
    const areas = admin.getByRole('navigation', { name: 'Main' });
    expect(await areas.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeLessThanOrEqual(0);
    await admin.context().close();
    // A coach who is an administrator has one more area.
    const coach = await signIn(await browser.newContext(WIDE), server.url, 'admin@other.example', '/team');
    expect(await coach.getByRole('banner').getByText('Astrid Vermeulen').evaluate(cutOffPixels)).toBe(0);
    await coach.context().close();
  });
}
for (const appearance of appearancesOf(SMALL)) {
  const name = appearanceName(appearance);

  test(`menus, notifications and chat are accessible, ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
    const page = await signIn(context, server.url, LEARNER);
    const isSmall = appearance.viewport.width <= 540;

    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
    await expectAccessible(page, `notifications ${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();

    await page.locator('header button[aria-haspopup="menu"]').click();
    await expect(page.getByRole('menuitem', { name: '(Logout)' })).toBeVisible();
    await expectAccessible(page, `user menu ${name}`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('menuitem', { name: '(Logout)' })).toBeHidden();
    await expect(page.locator('header button[aria-haspopup="menu"]')).toBeFocused();
    if (isSmall) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible(); // its code is loaded first
      await expectAccessible(page, `mobile menu ${name}`);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }

    if (!(await chat(page).getByRole('button', { name: 'New conversation' }).isVisible()))
      await chat(page).getByRole('button', { name: /^Chat/ }).first().click();
    await expectAccessible(page, `chat ${name}`);
    const manager = await (await apiAs(server.url, MANAGER)).get<{ firstName: string; lastName: string }>(
      '/api/session',
    );
    const peer = `${manager.body.firstName} ${manager.body.lastName}`;
    await startConversation(page, peer.slice(0, 2), peer);
    const address = `www.example.org/${appearance.colorScheme}/${appearance.viewport.width}`;
    await send(page, peer, `Here is the page: ${address}.`);
    await expect(chat(page).getByRole('link', { name: address })).toBeVisible();
    await expectAccessible(page, `conversation ${name}`);
    await context.close();
  });

  test(`login and the first profile are accessible, ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${server.url}/login`);
    await expect(page.locator('main h1')).toBeVisible();
    await expectAccessible(page, `login ${name}`);
    await fillSignIn(page, LEARNER, 'wrong');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, `failed login ${name}`);
    await fillSignIn(page, NEW_LEARNER);
    await expect(page).toHaveURL(/\/profile\/edit/);
    await expect(page.locator('main h1')).toBeVisible();
    await expectAccessible(page, `first profile ${name}`);
    await context.close();
  });
}

test('a learner can sign in, write a message and complete a topic with the keyboard only', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  const { programId } = await programInProgress(server.url, LEARNER);
  await page.goto(`${server.url}/program/${programId}`);
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  /** Presses Tab until the element has the focus, and checks that the focus is visible. */
  const reach = async (role: 'button' | 'textbox' | 'combobox' | 'link', name: string | RegExp) => {
    const element = page.getByRole(role, { name }).first();
    for (let step = 0; step < 80; step++) {
      if (await element.evaluate((node) => node === document.activeElement).catch(() => false)) break;
      await press('Tab');
    }
    await expect(element).toBeFocused();
    const outline = await element.evaluate(
      (node) =>
        getComputedStyle(node).outlineStyle !== 'none' ||
        getComputedStyle(node).boxShadow !== 'none' ||
        getComputedStyle(node).borderColor !== '',
    );
    expect(outline).toBe(true);
  };

  await reach('textbox', 'Email');
  await page.keyboard.type(LEARNER);
  await press('Tab');
  await reach('textbox', 'Password').catch(() => undefined);
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('trellis-demo');
  await press('Enter');
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/program/${programId}`);

  // After a page load the focus starts at the top; after a navigation it starts at the content.
  await page.reload();
  await expect(page.locator('main h1')).toBeVisible();
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press('Enter');
  await reach('button', 'Complete topic');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Complete topic' })).toHaveCount(1);

  if (!(await chat(page).getByRole('button', { name: 'New conversation' }).isVisible())) {
    await reach('button', /^Chat/);
    await press('Enter');
  }
  await reach('button', 'New conversation');
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search people' })).toBeFocused();
  const manager = await (await apiAs(server.url, MANAGER)).get<{ firstName: string; lastName: string }>(
    '/api/session',
  );
  await page.keyboard.type(manager.body.firstName);
  await expect(page.getByRole('option').first()).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('Typed without a mouse');
  await press('Enter');
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Typed without a mouse');
  await press('Escape');
  await expect(page.getByRole('list', { name: 'Messages' })).toBeHidden();
});

test('on a phone, the buttons of a long question are above the chat before the page is scrolled', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await signIn(context, server.url, LEARNER, '/survey/propensity?answer=again');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeInViewport({ ratio: 1 });
  const dock = await chat(page).getByRole('button', { name: /^Chat/ }).first().boundingBox();
  const box = await next.boundingBox();
  expect(dock && box && box.y + box.height <= dock.y).toBe(true);
  await context.close();
});

test('on a phone, the focus stays in the chat while it covers the page', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await signIn(context, server.url, LEARNER);
  const header = page.getByRole('banner');
  await expect(header).toBeVisible();
  await chat(page).getByRole('button', { name: /^Chat/ }).first().click();
  await startConversation(page, 'mar', 'Marisol Quintero');
  const isBehind = () =>
    page.evaluate(() => document.activeElement?.closest('.header, .page, .footer, .skip') !== null);
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < 20; stop++) {
      await page.keyboard.press(key);
      expect(await isBehind(), `${key} ${stop}`).toBe(false);
    }
  await chat(page).getByRole('button', { name: 'Collapse' }).click();
  await expect(header).toBeVisible();
  await context.close();
});
