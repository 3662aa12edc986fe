import { expect, type Page } from '@playwright/test';
import { apiAs } from '#test/journeys/support/api.ts';
import { expectAccessible } from '#test/journeys/support/appearances.ts';
import { ADMIN } from '#test/journeys/support/logins.ts';
import { coveredControls } from '#test/journeys/support/pageChecks.ts';
import { signIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/support/identityProvider.ts';

let server: RunningServer;
let provider: TestIdentityProvider;
test.beforeAll(async () => {
  [server, provider] = await Promise.all([startServer(), startIdentityProvider()]);
});
test.afterAll(() => Promise.all([server.dispose(), provider.stop()]));

const ZURI = 'zuri.abara@demo.example';
const claimsOf = (email: string, more: object = {}) => ({
  sub: email,
  email,
  email_verified: true,
  ...more,
});

async function signInAtProvider(page: Page) {
  await page.getByLabel('Email').fill(ZURI);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
}

test('an administrator sets up single sign-on, and a new person signs in with it until their account is deactivated', async ({
  browser,
}) => {
  const admin = await signIn(await browser.newContext(), server.url, ADMIN, '/admin/settings/sign-on');
  const problems = watchProblems(admin);
  const { keyboard } = admin;

  await test.step('the settings are saved by keyboard', async () => {
    await admin.getByLabel('Issuer URL').focus();
    for (const text of [provider.issuer, 'trellis', 'a client secret']) {
      await keyboard.insertText(text);
      await keyboard.press('Tab');
    }
    const createsPeople = admin.getByRole('checkbox', { name: 'Create people on their first sign-in' });
    while (!(await createsPeople.evaluate((element) => element === document.activeElement)))
      await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await expect(admin.getByText('The sign-on settings are saved.')).toBeVisible();
  });

  await test.step('the test shows the claims', async () => {
    provider.state.claims = claimsOf(ADMIN, { groups: ['people-team'] });
    await admin.getByRole('button', { name: 'Test sign-in' }).press('Enter');
    const claims = admin.getByRole('table', { name: 'Claims of the last test' });
    await expect(claims.getByRole('row', { name: /^email admin@demo\.example/ })).toBeVisible();
    await expect(claims.getByRole('row', { name: /^groups people-team/ })).toBeVisible();
    await expectAccessible(admin, 'the settings of single sign-on after a test, light and wide');
    await admin.setViewportSize({ width: 390, height: 844 });
    await admin.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible(admin, 'the settings of single sign-on after a test, dark and small');
    expect.soft(await coveredControls(admin)).toEqual([]);
  });

  await test.step('people may choose single sign-on', async () => {
    await admin.getByRole('radio', { name: 'Password only' }).focus();
    await keyboard.press('ArrowDown');
    await expect(admin.getByRole('radio', { name: 'Single sign-on or password' })).toBeChecked();
    await admin.getByRole('button', { name: 'Save sign-on' }).press('Enter');
    await expect(admin.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  });

  const person = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await test.step('a person without an account signs in and starts with the profile', async () => {
    provider.state.claims = claimsOf(ZURI, { given_name: 'Zuri', family_name: 'Abara' });
    await person.goto(`${server.url}/login`);
    await signInAtProvider(person);
    await expect(person).toHaveURL(/\/profile\/edit/);
    await expect(person.getByLabel('First name')).toHaveValue('Zuri');
  });

  await test.step('a deactivated person is refused', async () => {
    const api = await apiAs(server.url, ADMIN);
    const { body } = await api.get<{ data: { userId: number }[] }>(`/api/admin/people?search=${ZURI}`);
    await api.patch(`/api/admin/people/${body.data[0]?.userId}`, { status: 'deactivated' });
    await person.context().clearCookies();
    await person.goto(`${server.url}/login`);
    await signInAtProvider(person);
    await expect(person.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
    await expect(person.getByRole('alert')).toHaveText(
      'Your account is no longer active. Ask your administrator.',
    );
  });
  expect(problems).toEqual([]);
});
