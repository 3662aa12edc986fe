import type { Device } from '#contract/access/account.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { PASSWORD, type TestOrganisation } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const NEW_PASSWORD = 'violet harbour spoon';
const origin = { headers: { origin: 'http://localhost:4000' } };

async function resetToken(org: TestOrganisation) {
  const before = api.mails.length;
  await api.call('POST', '/api/auth/password-reset', { body: { email: org.learner.email }, ...origin });
  await until(() => api.mails.length > before);
  return /#token=(\S+)/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
}
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  api.call('PUT', '/api/auth/password-reset', { body: { token, newPassword }, ...origin });

it('sets a new password with a mailed link once, and ends all sessions', async () => {
  const org = await api.organisation();
  const elsewhere = await api.as(org, org.learner);
  const token = await resetToken(org);
  const { status, body } = await reset(token);
  expect([status, typeof body.idToken]).toEqual([200, 'string']);
  expect((await elsewhere.get('/api/session')).status).toBe(401);
  expect((await api.signIn(org, org.learner)).status).toBe(401);
  expect((await api.signIn(org, org.learner, NEW_PASSWORD)).status).toBe(200);
  expect((await reset(token)).body.message).toMatch(/has already been used/);
});

it('accepts a link for 1 hour', async () => {
  const org = await api.organisation();
  const token = await resetToken(org);
  api.clock.pass(60 * 60_000);
  const { status, body } = await reset(token);
  expect([status, body.message]).toEqual([422, 'This link has expired. Request a new one.']);
});

it('gives the same response for known and unknown addresses, and mails only the known ones', async () => {
  const org = await api.organisation();
  const before = api.mails.length;
  const ask = (email: string) => api.call('POST', '/api/auth/password-reset', { body: { email }, ...origin });
  const answers = await Promise.all([
    ask(org.learner.email),
    ask(`absent@${org.domain}`),
    ask('absent@elsewhere.example'),
  ]);
  const [known] = answers;
  for (const { status, body } of answers) expect([status, body]).toEqual([204, known?.body]);
  await until(() => api.mails.length > before);
  expect(api.mails.slice(before).map(({ to }) => to.address)).toEqual([org.learner.email]);
});

it('changes the password if the current one is correct, and signs out the other devices', async () => {
  const org = await api.organisation();
  const [here, elsewhere] = [await api.as(org, org.learner), await api.as(org, org.learner)];
  const wrong = await here.put('/api/auth/password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD });
  expect([wrong.status, wrong.body.fields]).toEqual([400, { currentPassword: 'is not correct' }]);
  const weak = await here.put('/api/auth/password', {
    currentPassword: PASSWORD,
    newPassword: 'learnerlearner',
  });
  expect([weak.status, Object.keys(weak.body.fields as object)]).toEqual([400, ['newPassword']]);
  const done = await here.put('/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  expect(done.status).toBe(204);
  expect((await here.get('/api/session')).status).toBe(200);
  expect((await elsewhere.get('/api/session')).status).toBe(401);
});

it('delays guesses of the current password', async () => {
  const org = await api.organisation();
  const person = await api.as(org, org.learner);
  const statuses = [];
  for (let n = 0; n < 6; n++)
    statuses.push(
      (await person.put('/api/auth/password', { currentPassword: `guess ${n}`, newPassword: NEW_PASSWORD }))
        .status,
    );
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

it('lists the devices of a person and signs one of them out', async () => {
  const org = await api.organisation();
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const signedIn = await api.signIn(org, org.learner, PASSWORD, { headers: { 'user-agent': userAgent } });
  const firefox = { headers: { authorization: String(signedIn.body.idToken) } };
  const other = await api.as(org, org.learner);
  const stranger = await api.as(org, org.colleague);
  const { body } = await other.get<{ data: Device[] }>('/api/auth/sessions');
  expect(body.data.map(({ isCurrent, browser }) => [isCurrent, browser])).toEqual([
    [true, null],
    [false, 'Firefox on Windows'],
  ]);
  const id = body.data[1]?.id ?? '';
  expect((await stranger.delete(`/api/auth/sessions/${id}`)).status).toBe(404);
  expect((await api.call('GET', '/api/session', firefox)).status).toBe(200);
  expect((await other.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
  expect((await api.call('GET', '/api/session', firefox)).status).toBe(401);
});
