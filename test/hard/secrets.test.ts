import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { ADMIN, DEMO_PASSWORD, LEARNER } from '#test/journeys/support/logins.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { answersWith } from '#test/server/checkIns/checkInsApi.ts';
import { comment, rating, withQuestions } from '#test/server/surveys/surveysApi.ts';

jest.setTimeout(120_000);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.dispose());

/** Secrets by kind; none may appear outside the database. */
const planted = new Map<string, string>();
const plant = (what: string) => {
  const text = `Canary${randomBytes(9).toString('hex')}`;
  planted.set(what, text);
  return text;
};

/** The texts in a JSON value that are long enough to be secrets. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.length >= 20
      ? [value]
      : []
    : Object.values((value ?? {}) as object).flatMap(textsIn);

/** Sends a request and keeps the body of an error. */
const errorBodies: string[] = [];
async function send(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(path.startsWith('http') ? path : `${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) errorBodies.push(text);
  return { status: response.status, headers: response.headers, text };
}

async function useTheProduct() {
  const pool = JSON.parse((await send('GET', `/api/user-pool?email=${LEARNER}`)).text) as {
    userPoolId: string;
    clientId: string;
  };
  const { userPoolId, clientId } = pool;
  const signIn = (email: string, password: string) =>
    send('POST', '/api/auth/sign-in', { body: { userPoolId, clientId, email, password } });
  expect((await signIn(LEARNER, plant('a wrong password'))).status).toBe(401);
  await signIn(`${plant('an unknown email')}@demo.example`, DEMO_PASSWORD);
  const signedIn = await signIn(LEARNER, DEMO_PASSWORD);
  planted.set('an ID token', (JSON.parse(signedIn.text) as { idToken: string }).idToken);
  planted.set('a refresh token', /=([^;]{20,})/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? '');

  const [learner, admin] = [await apiAs(server.url, LEARNER), await apiAs(server.url, ADMIN)];
  const authorization = learner.idToken;
  const { body: profile } = await learner.get<{ version: number }>('/api/profile');
  const person = {
    firstName: plant('a first name'),
    lastName: plant('a last name'),
    title: plant('a job title'),
  };
  const saved = await learner.put('/api/profile', {
    ...person,
    timeZone: 'Europe/Berlin',
    version: profile.version,
  });
  expect(saved.status).toBe(200);

  const { current } = (await learner.get<{ current: { week: string; version: number } }>('/api/check-ins'))
    .body;
  const answers = answersWith({
    win: { text: plant('a win'), readers: 'manager' },
    blocker: { text: plant('a blocker'), readers: 'only-me' },
    practice: { count: 1, text: plant('a note on practice'), readers: 'only-me' },
  });
  const checkIn = { action: 'save', version: current.version, answers, skipReason: null };
  expect((await learner.put(`/api/check-ins/${current.week}`, checkIn)).status).toBe(200);

  const draft = (await admin.post<Survey>('/api/surveys', { surveyName: plant('the name of a survey') }))
    .body;
  const survey = `/api/surveys/${draft.surveyId}`;
  const questions = withQuestions({ ...rating, text: plant('a question') }, comment);
  const { version } = (await admin.patch<Survey>(survey, { version: draft.version, questions })).body;
  expect((await admin.put(`${survey}/state`, { state: 'open', version })).status).toBe(200);
  const response = { answers: { q1: 4, q2: plant('a comment in a survey') } };
  expect((await learner.post(`${survey}/responses`, response)).status).toBeLessThan(300);

  const { body: messaging } = await learner.get<MessagingConfig>('/api/messaging/config');
  planted.set('a messaging token', messaging.authKey);
  const publish = (channel: string, auth: string) =>
    send(
      'GET',
      `${server.messagingUrl}/publish/${messaging.pubKey}/${messaging.subKey}/0/${channel}/0/${encodeURIComponent(
        JSON.stringify(plant(`a message to ${channel}`)),
      )}?uuid=${messaging.uuid}&auth=${auth}`,
    );
  expect((await publish('of_other_people', messaging.authKey)).status).toBe(403);
  expect((await publish('without_a_token', plant('an invalid messaging token'))).status).toBe(403);

  // Calls that fail, with secrets in each part.
  await send('GET', '/api/home', { headers: { authorization: plant('an invalid ID token') } });
  await send('POST', '/api/auth/refresh', {
    headers: { cookie: `refresh=${plant('an invalid refresh token')}` },
  });
  for (const name of ['token', 'code', 'state', 'search', 'email'])
    await send('GET', `/api/nothing?${name}=${plant(`the parameter ${name}`)}`, {
      headers: { authorization },
    });
  await send('GET', `/api/users?search=${plant('a search for a person')}`, { headers: { authorization } });
  await send('PUT', '/api/profile', {
    body: { firstName: [plant('a name of a wrong type')] },
    headers: { authorization },
  });
  await send('PUT', '/api/profile', {
    body: `{"firstName": "${plant('broken JSON')}`,
    headers: { authorization },
  });
  await send('POST', '/api/auth/password', {
    body: { token: plant('a token for a password'), password: plant('a new password') },
  });
}

it('finds no secrets and no user content in the bundle, logs, output and errors', async () => {
  await useTheProduct();
  const secrets = JSON.parse(readFileSync(join(server.dataDirectory, 'data/secrets.json'), 'utf8')) as {
    messaging: { secretKey: string };
    idTokenKeys: { d: string }[];
    refreshKey: string;
  };
  planted.set('the key of ID tokens', secrets.idTokenKeys[0]?.d ?? '');
  planted.set('the key of refresh tokens', secrets.refreshKey);
  planted.set('the secret key of the messaging service', secrets.messaging.secretKey);
  expect([...planted].filter(([, text]) => textsIn(text).length === 0)).toEqual([]);

  await server.stop();
  const log = readFileSync(join(server.dataDirectory, 'data/logs/server.log'), 'utf8');
  expect(log).toContain('/api/auth/sign-in');
  expect(errorBodies.length).toBeGreaterThan(10);
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html|map|json|webmanifest)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(10);
  const places: [string, string][] = [
    ['the log', log],
    ['the output', server.output()],
    ['an error', errorBodies.join('\n')],
    ...files.map((name): [string, string] => [name, readFileSync(join('dist', name), 'utf8')]),
  ];
  const found = [...planted].flatMap(([what, secret]) =>
    places.filter(([, text]) => text.includes(secret)).map(([place]) => `${what} in ${place}`),
  );
  process.stdout.write(
    `\nFIGURE ${found.length} of ${planted.size} secrets found in ${places.length} places\n`,
  );
  expect(found).toEqual([]);
});
