import { expect } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import type { Settings } from '#contract/administration/settings.ts';
import type { Insights } from '#contract/insights/insights.ts';
import type { ManagedPrograms } from '#contract/learning/programSetup.ts';
import type { Propensity } from '#contract/learning/propensity.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { apiAs, programInProgress } from '#test/journeys/support/api.ts';
import { ADMIN, LEARNER, MANAGER, NEW_LEARNER } from '#test/journeys/support/logins.ts';
import { fillSignIn, signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { goWithin } from '#test/journeys/support/travel.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('a new learner reaches the requested page after the profile and readiness questions', async ({
  page,
}) => {
  const target = '/program?from=mail#topics';
  await page.goto(`${server.url}${target}`);
  await fillSignIn(page, NEW_LEARNER);

  await expect(page).toHaveURL(`${server.url}/profile/edit?redirectUrl=${encodeURIComponent(target)}`);
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Title').fill('Field engineer');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(`${server.url}/survey/propensity?redirectUrl=${encodeURIComponent(target)}`);
  for (let question = 1; question <= 13; question++) {
    await expect(page.locator('main')).toContainText(`${question} of 13`);
    await page
      .getByRole('radio')
      .nth(question % 5)
      .click();
    await page.getByRole('button', { name: /^(Next|Submit answers)/ }).click();
  }
  await expect(page.locator('main')).toContainText('out of 100');
  await page
    .getByRole('link', { name: /^Continue/ })
    .or(page.getByRole('button', { name: /^Continue/ }))
    .click();
  await expect(page).toHaveURL(`${server.url}${target}`);
});

test('readiness answers survive a killed tab, another device, an outage and an ended session, and are submitted once', async ({
  browser,
}) => {
  const api = await apiAs(server.url, LEARNER);
  const read = async () => (await api.get<Propensity>('/api/propensity')).body;
  const before = (await read()).earlier.length;
  const page = await signIn(await browser.newContext(), server.url, LEARNER, '/survey/propensity');
  await page.getByRole('button', { name: 'Answer questions again' }).click();
  for (let question = 1; question <= 8; question++) {
    await expect(page.getByText(`${question} of 13`, { exact: true })).toBeVisible();
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('9 of 13', { exact: true })).toBeVisible();
  await expect.poll(async () => (await read()).draft?.at).toBe(8);
  await page.close();

  const context = await browser.newContext();
  const elsewhere = await signIn(context, server.url, LEARNER, '/survey/propensity');
  await elsewhere.getByRole('button', { name: 'Continue answering' }).click();
  await expect(elsewhere.getByText('9 of 13', { exact: true })).toBeVisible();
  await context.setOffline(true);
  for (let question = 9; question <= 12; question++) {
    await expect(elsewhere.getByText(`${question} of 13`, { exact: true })).toBeVisible();
    await elsewhere.keyboard.press('2');
    await elsewhere.keyboard.press('Enter');
  }
  await expect(elsewhere.getByText(/kept in this browser/)).toBeVisible();
  const saving = /\/api\/propensity(\/draft)?$/;
  // The drafts of this browser do not reach the server, and the session has ended when the answers are submitted.
  await context.route(saving, (route) =>
    route.request().url().endsWith('/draft')
      ? route.abort()
      : route.fulfill({
          status: 403,
          json: { code: 'session-ended', message: 'The session has ended.', requestId: 'test' },
        }),
  );
  await context.setOffline(false);
  await elsewhere.keyboard.press('3');
  await elsewhere.getByRole('button', { name: 'Submit answers' }).click();
  await expect(elsewhere).toHaveURL(/\/login\?redirectUrl=/);
  await context.unroute(saving);
  await fillSignIn(elsewhere, LEARNER);
  await expect(elsewhere.getByText('13 of 13', { exact: true })).toBeVisible();
  await expect(elsewhere.getByRole('radio').nth(2)).toBeChecked();
  await elsewhere.getByRole('button', { name: 'Submit answers' }).dblclick();
  await expect(elsewhere.getByText(/out of 100 \(margin of error/)).toBeVisible();
  const { latest, earlier, draft } = await read();
  expect([earlier.length, draft, latest?.answers.W1, latest?.answers.P3]).toEqual([before + 1, null, 4, 2]);
});

test.describe('the admin area', () => {
  test('admits administrators and redirects everyone else to home, whatever the query or hash', async ({
    browser,
  }) => {
    const admin = await signIn(await browser.newContext(), server.url, ADMIN, '/admin/home');
    await expect(admin).toHaveURL(`${server.url}/admin/home`);

    const learner = await signIn(await browser.newContext(), server.url, LEARNER, '/home');
    for (const door of [
      '/admin',
      '/admin/home',
      '/admin/users?x=admin/programs/insights/',
      '/admin/people?x=admin/programs/create/',
      '/admin/users#admin/programs/create/',
    ]) {
      await goWithin(learner, door);
      await expect(learner, door).toHaveURL(`${server.url}/home`);
    }
    await learner.goto(`${server.url}/admin/home`);
    await expect(learner).toHaveURL(`${server.url}/home`);
    await goWithin(learner, '/admin/programs/create/');
    await expect(learner.locator('main h1')).toBeVisible();
    await expect(learner).toHaveURL(`${server.url}/admin/programs/create/`);
  });
});

test('a manager launches a program for their own line, and finds nothing beyond it', async ({ browser }) => {
  const [admin, manager] = [await apiAs(server.url, ADMIN), await apiAs(server.url, MANAGER)];
  const candidates = async (api: typeof admin) =>
    (await api.get<{ data: Participant[] }>('/api/programs/candidates?search=a')).body.data.map(fullName);
  const figures = async (api: typeof admin, programId: string) => {
    const { status, body } = await api.get<Insights>(`/api/insights/programs/${programId}`);
    return status === 200 ? body.counts.invited : status;
  };
  const managed = async (api: typeof admin) =>
    (await api.get<ManagedPrograms>('/api/programs/managed')).body.data;
  const own = new Set((await managed(manager)).map(({ programId }) => programId));
  const seen: { programId: string; few: number; all: number }[] = [];
  for (const { programId, status } of await managed(admin))
    if (status === 'active' && !own.has(programId))
      seen.push({
        programId,
        few: await figures(manager, programId),
        all: await figures(admin, programId),
      });
  const foreign = seen.find(({ few }) => few === 404)?.programId;
  /** Some of its people are in the line. */
  const shared = seen.find(({ few, all }) => few < all);
  const report = fullName((await (await apiAs(server.url, LEARNER)).get<SessionUser>('/api/session')).body);
  const line = await candidates(manager);
  const stranger = (await candidates(admin)).find((name) => !line.includes(name));
  const name = expect.any(String);
  expect([report, stranger, foreign, shared?.programId]).toEqual([name, name, name, name]);

  const { version } = (await admin.get<Settings>('/api/admin/settings')).body;
  await admin.patch('/api/admin/settings', { version, managersMayLaunch: true });
  const page = await signIn(await browser.newContext(), server.url, MANAGER, '/program');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.getByRole('link', { name: 'New program' }).first().click();
  await page.getByRole('link', { name: 'Start blank' }).click();
  await page.getByLabel('Program name').fill('For my team');
  await page.getByLabel('What will people do differently?').fill('They ask before they advise.');
  await button('Add topics').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await button('Add 1 topic').click();
  await page.getByRole('link', { name: /^Audience and coaches/ }).click();
  const person = page.getByRole('combobox', { name: 'Add a person' });
  await person.fill(stranger ?? '');
  await expect(page.getByText(/^No match\. Only people whom this program/)).toBeVisible();
  await person.fill(report);
  await page.getByRole('option', { name: report }).click();
  await expect(page.getByText('Reaches 1 person')).toBeVisible();
  await button('Review').click();
  await button('Preview as learner').click();
  await expect(page.getByRole('link', { name: 'Exit preview' })).toBeVisible();
  await page.getByRole('link', { name: 'Exit preview' }).click();
  await button('Launch program').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch program' }).click();
  await expect(page.getByText(/^Launched\. 1 p/)).toBeVisible();
  await page.getByRole('link', { name: 'View insights' }).click();
  await expect(
    page
      .getByRole('row', { name: /^Invited/ })
      .getByRole('link')
      .first(),
  ).toHaveText(/^1 /);

  for (const path of [
    `/admin/programs/create/${foreign}/purpose`,
    `/admin/programs/create/${foreign}/review`,
    `/admin/programs/insights/${foreign}`,
  ]) {
    await page.goto(`${server.url}${path}`);
    const missing = page.getByRole('heading', { level: 1, name: /^(Program not found|No figures found)$/ });
    await expect(missing, path).toBeVisible();
  }
  for (const path of ['/admin/people?x=admin/programs/create/', '/admin/users#admin/programs/insights/']) {
    await page.goto(`${server.url}${path}`);
    await expect(page, path).toHaveURL(`${server.url}/home`);
  }
  // A program of the administrators in which people of the line take part. Only these people are counted.
  await page.goto(`${server.url}/admin/programs/insights/${shared?.programId}`);
  const figure = page
    .getByRole('row', { name: /^Invited/ })
    .getByRole('link')
    .first();
  await expect(figure).toHaveText(new RegExp(`^${shared?.few} `));
  await figure.click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + (shared?.few ?? 0));
});

test.describe('the url parameter', () => {
  test('opens a page of the application, or home if its value is unsafe', async ({ browser }) => {
    const { programId } = await programInProgress(server.url, LEARNER);
    const page = await signIn(await browser.newContext(), server.url, LEARNER);
    const expectPath = async (query: string, path: string) => {
      await page.goto(`${server.url}/?url=${query}`);
      await expect(page, query).toHaveURL(`${server.url}${path}`);
    };
    await expectPath(encodeURIComponent(`/program/${programId}`), `/program/${programId}`);
    await expectPath(encodeURIComponent('//evil.example/x'), '/home');
    await expectPath('%252F%252Fevil.example', '/home');
  });

  test('an unknown path leads to a page that does not repeat the path', async ({ browser }) => {
    const page = await signIn(await browser.newContext(), server.url, LEARNER);
    await page.goto(`${server.url}/no/such/<b>place</b>`);
    await expect(page).toHaveURL(`${server.url}/not-found`);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('body')).not.toContainText('no/such');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(`${server.url}/home`);
  });
});

test('a program of another organisation is not found, and the session continues', async ({ browser }) => {
  const { programId } = await programInProgress(server.url, LEARNER);
  const page = await signIn(
    await browser.newContext(),
    server.url,
    'admin@other.example',
    `/program/${programId}`,
  );
  await expect(page).toHaveURL(`${server.url}/program/${programId}`);
  await expect(page.locator('main')).not.toContainText('Complete topic');
  await page.goto(`${server.url}/home`);
  await expect(page).toHaveURL(`${server.url}/home`);
});

test('a link opens the same screen in a new tab', async ({ browser }) => {
  const { programId } = await programInProgress(server.url, LEARNER);
  const managers = await browser.newContext();
  const page = await signIn(managers, server.url, MANAGER, '/team');
  const link = page.locator('main a[href*="/sessions/"]').first();
  await expect(link).toBeVisible();
  const href = await link.getAttribute('href');
  expect(href).toMatch(/^\/program\/[a-z0-9]{16}\/sessions\/\d+\?show=topics(#topic-[a-z0-9]{16})?$/);
  const tab = await managers.newPage();
  await tab.goto(`${server.url}${href}`);
  await expect(tab.getByRole('tab', { name: /Topics/, selected: true })).toBeVisible();
  expect(programId).toBeTruthy();
});
