import { startApi, type TestApi } from '#test/support/api.ts';
import { PASSWORD } from '#test/support/testOrganisation.ts';
import { createDevice } from './passkeyApi.ts';
import { ORIGIN } from './signOnApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const origin = { headers: ORIGIN };
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A sign-in with an unknown passkey, for a challenge of the server. */
async function signInWith(userHandle: string, challenge?: string) {
  const begun = await api.call<{ options: { challenge: string } }>(
    'POST',
    '/api/auth/passkey/options',
    origin,
  );
  const clientData = {
    type: 'webauthn.get',
    challenge: challenge ?? begun.body.options.challenge,
    ...ORIGIN,
  };
  return api.call('POST', '/api/auth/passkey', {
    ...origin,
    body: {
      credential: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: 'AAAA',
          signature: 'AAAA',
          userHandle: Buffer.from(userHandle).toString('base64url'),
        },
      },
    },
  });
}

it('requires the password to add a passkey', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const refused = await learner.post('/api/auth/passkeys/options', { currentPassword: 'another one' });
  expect([refused.status, refused.body.fields]).toEqual([400, { currentPassword: 'is not correct' }]);
  const { status, body } = await learner.post<{ options: Record<string, unknown> }>(
    '/api/auth/passkeys/options',
    { currentPassword: PASSWORD },
  );
  expect([status, body.options.rp]).toEqual([200, { name: 'Trellis', id: 'localhost' }]);
  expect((await learner.get('/api/auth/passkeys')).body).toEqual({ data: [], addRefusal: null });
});

it('signs in with an added passkey once per challenge, while the person is active', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const device = createDevice(api);
  expect((await device.add(learner)).status).toBe(201);
  expect((await device.add(learner)).body.fields).toEqual({ credential: 'already exists' });
  const answer = await device.answer();
  const signedIn = await device.send(answer);
  expect([signedIn.status, signedIn.cookies.length > 0]).toEqual([200, true]);
  const { status, body } = await api.call('GET', '/api/auth/passkeys', {
    headers: { authorization: String(signedIn.body.idToken) },
  });
  expect([status, body.data]).toMatchObject([200, [{ name: 'Work laptop', lastUsedAt: expect.any(String) }]]);
  expect((await device.send(answer)).status).toBe(401);
  expect((await device.signIn()).status).toBe(200);
  const admin = await api.as(org, org.admin);
  const { body: log } = await admin.get('/api/admin/audit');
  expect(JSON.stringify(log).match(/person\.passkey-added/g)).toHaveLength(1);
  await api.pool.query(`update users set status = 'deactivated' where tenant_id = $1 and id = $2`, [
    org.tenantId,
    org.learner.userId,
  ]);
  expect((await device.signIn()).status).toBe(401);
});

it('adds no passkey for a made-up response or for the challenge of another person', async () => {
  const org = await api.organisation();
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  const { body } = await manager.post<{ options: { challenge: string } }>('/api/auth/passkeys/options', {
    currentPassword: PASSWORD,
  });
  const answer = await learner.post('/api/auth/passkeys', {
    name: 'Work laptop',
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {
        clientDataJSON: base64url({
          type: 'webauthn.create',
          challenge: body.options.challenge,
          ...ORIGIN,
        }),
        attestationObject: 'AAAA',
      },
    },
  });
  expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ['credential']]);
});

it('refuses unknown passkeys with the same response for every claimed owner', async () => {
  const org = await api.organisation();
  for (const handle of [`${org.tenantId}.${org.learner.uuid}`, '999999.unknown', 'nonsense', '0.x']) {
    const { status, body } = await signInWith(handle);
    expect([handle, status, body.code]).toEqual([handle, 401, 'credentials-refused']);
  }
  expect((await signInWith(`${org.tenantId}.${org.learner.uuid}`, 'AAAA')).status).toBe(401);
});

it('removes only the person’s own passkeys', async () => {
  const org = await api.organisation();
  await api.pool.query(
    `insert into passkeys (id, tenant_id, user_id, public_key, counter, transports, name, created_at)
     values ('key-1', $1, $2, '', 0, '', 'Work laptop', now())`,
    [org.tenantId, org.learner.userId],
  );
  const [learner, manager] = [await api.as(org, org.learner), await api.as(org, org.manager)];
  expect((await manager.delete('/api/auth/passkeys/key-1')).status).toBe(404);
  expect((await learner.get('/api/auth/passkeys')).body.data).toMatchObject([{ name: 'Work laptop' }]);
  expect((await learner.delete('/api/auth/passkeys/key-1')).status).toBe(204);
  expect((await learner.get('/api/auth/passkeys')).body).toEqual({ data: [], addRefusal: null });
});

it('reports that a person without a password cannot add a passkey', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  await api.pool.query('update users set password_hash = null where id = $1', [org.learner.userId]);
  expect((await learner.get('/api/auth/passkeys')).body).toEqual({ data: [], addRefusal: 'no-password' });
});
