import { ENCRYPTED_PREVIEW } from '#contract/messaging/chat.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { digestMail } from '#server/chat/digestMail.ts';
import { cipherKeys } from '#server/db/schema/tenants.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { createCipherKey, enableEncryption, replaceKey } from '#server/messagingConfig/index.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const keysOf = async ({ get }: Pick<Awaited<ReturnType<TestApi['as']>>, 'get'>) =>
  (await get<MessagingConfig>('/api/messaging/config')).body.cipherKeys ?? [];

/** An organisation with encrypted chats, and the key that its members get. */
async function createEncrypted() {
  const org = await api.organisation();
  expect(await asOwner(api.pool, org.tenantId, createCipherKey)).toBe(true);
  const learner = await api.as(org, org.learner);
  const { rows } = await api.pool.query<{ domain: string }>(
    'select domain from tenant_domains where tenant_id = $1',
    [org.tenantId],
  );
  const [key] = await keysOf(learner);
  return { org, learner, key: key?.key ?? '', domain: rows[0]?.domain ?? '' };
}

describe('the key for the chats of an organisation', () => {
  it('is the same for all signed-in members, and available to no one else', async () => {
    const { org, key } = await createEncrypted();
    const [others, plain] = [await createEncrypted(), await api.organisation()];
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const coach = await api.as(org, org.coach);
    expect(await keysOf(coach)).toEqual([{ id: 'ACRH', key }]);
    expect(others.key).not.toBe(key);
    const stranger = await api.as(plain, plain.admin);
    expect((await stranger.get('/api/messaging/config')).body).not.toHaveProperty('cipherKeys');
    const signedOut = await api.call('GET', '/api/messaging/config');
    expect(signedOut).toMatchObject({ status: 401 });
    expect(JSON.stringify(signedOut.body)).not.toContain(key);
  });

  it('is also available to people who got their access token before the key existed', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const before = (await learner.get('/api/messaging/config')).body;
    await asOwner(api.pool, org.tenantId, createCipherKey);
    const after = (await learner.get('/api/messaging/config')).body;
    expect(before).not.toHaveProperty('cipherKeys');
    expect(after).toMatchObject({
      authKey: before.authKey,
      cipherKeys: [{ id: 'ACRH', key: expect.any(String) }],
    });
  });

  it('is never logged', async () => {
    const { key } = await createEncrypted();
    expect(api.lines.length).toBeGreaterThan(0);
    expect(api.lines.filter((line) => line.includes(key))).toEqual([]);
  });

  it('cannot be read by another organisation, and cannot be changed by a request', async () => {
    const { org, key } = await createEncrypted();
    const plain = await api.organisation();
    expect(await withTenant(api.pool, plain.tenantId, (tx) => tx.select().from(cipherKeys))).toEqual([]);
    for (const { tenantId } of [org, plain])
      await expect(
        withTenant(api.pool, tenantId, (tx) => tx.update(cipherKeys).set({ key: 'x'.repeat(43) })),
      ).rejects.toMatchObject({ cause: { code: '42501' } });
    const learner = await api.as(org, org.learner);
    expect(await keysOf(learner)).toEqual([{ id: 'ACRH', key }]);
  });

  it('is created once, because a new key would make old messages unreadable', async () => {
    const { learner, key, domain } = await createEncrypted();
    expect(await enableEncryption(api.pool, domain)).toMatch(/are already encrypted\. Add --new-key/);
    expect(await keysOf(learner)).toEqual([{ id: 'ACRH', key }]);
    await expect(enableEncryption(api.pool, 'unknown.example')).rejects.toThrow("'unknown.example'");
  });

  it('can be replaced for new messages; the older keys are returned after the newest', async () => {
    const { learner, key, domain } = await createEncrypted();
    const text = await replaceKey(api.pool, domain);
    const [second, first, ...more] = await keysOf(learner);
    expect(more).toEqual([]);
    expect(first).toEqual({ id: 'ACRH', key });
    expect(second?.id).toMatch(/^K[A-Z0-9]{3}$/);
    expect(second?.key).not.toBe(key);
    expect(text).toContain(`with the key ${second?.id}`);
    expect(text).not.toContain(second?.key);
    await replaceKey(api.pool, domain);
    const [, ...older] = await keysOf(learner);
    expect(older).toEqual([second, first]);
    // Tabs of a version without key ids continue with their key.
    expect((await learner.get('/api/messaging/config')).body.cipherKey).toBe(key);

    const plain = await api.organisation();
    await expect(replaceKey(api.pool, plain.domain)).rejects.toThrow('are not encrypted');
    await expect(replaceKey(api.pool, 'unknown.example')).rejects.toThrow("'unknown.example'");
  });
});

it('stores no preview of encrypted messages, whatever the client sends', async () => {
  const { org, learner } = await createEncrypted();
  const body = { receiverId: org.manager.userId, previewText: 'Only for you' };
  await learner.post('/api/conversations', { peerId: org.manager.userId });
  expect((await learner.post('/api/unread-messages', body)).body).toEqual({ accepted: true });
  const { rows } = await api.pool.query('select preview from unread_posts where tenant_id = $1', [
    org.tenantId,
  ]);
  expect(rows).toEqual([{ preview: ENCRYPTED_PREVIEW }]);
});

it('does not quote encrypted messages in the mail', () => {
  const person = { tenantId: 1, userId: 2, uuid: 'uuid-2', firstName: 'Ada', lastName: 'Adams' };
  const receiver = { ...person, email: 'ada@demo.example', joinedAt: new Date(0) };
  const part = { sender: person, count: 1, isChanged: false };
  const mailOf = (preview: string) =>
    digestMail('digest-1', receiver, [{ ...part, preview }], 'https://trellis.example');
  expect(mailOf('Hello').text).toContain('“Hello”');
  const nested = mailOf('Well done on “Active listening”');
  expect(nested.text).toContain('“Well done on ‘Active listening’”');
  expect(nested.html).toContain('“Well done on ‘Active listening’”');
  const { text, html } = mailOf(ENCRYPTED_PREVIEW);
  expect(text).toContain('Read messages: https://trellis.example/home?chat=2');
  expect(`${text}${html}`).not.toMatch(/“|Encrypted/);
});
