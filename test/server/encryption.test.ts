import { ENCRYPTED_PREVIEW } from '#contract/chat.ts';
import { digestMail } from '#server/chat/digestMail.ts';
import { cipherKeys } from '#server/db/schema/tenants.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { encryptChats, encryptChatsOf } from '#server/messagingConfig/index.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

/** An organisation whose chats are encrypted, and the key as one of its people gets it. */
async function encrypted() {
  const org = await api.organisation();
  expect(await asOwner(api.pool, org.tenantId, encryptChats)).toBe(true);
  const learner = await api.as(org, org.learner);
  return { org, learner, key: String((await learner.get('/api/messaging/config')).body.cipherKey) };
}

describe('the key with which an organisation’s chats are encrypted', () => {
  it('is given to its signed-in members, the same to all of them, and to nobody else', async () => {
    const { org, key } = await encrypted();
    const [others, plain] = [await encrypted(), await api.organisation()];
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const coach = await api.as(org, org.coach);
    expect((await coach.get('/api/messaging/config')).body.cipherKey).toBe(key);
    expect(others.key).not.toBe(key);
    const stranger = await api.as(plain, plain.admin);
    expect((await stranger.get('/api/messaging/config')).body).not.toHaveProperty('cipherKey');
    const nobody = await api.call('GET', '/api/messaging/config');
    expect(nobody).toMatchObject({ status: 401 });
    expect(JSON.stringify(nobody.body)).not.toContain(key);
  });

  it('reaches those too who have had their access token before there was a key', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const before = (await learner.get('/api/messaging/config')).body;
    await asOwner(api.pool, org.tenantId, encryptChats);
    const after = (await learner.get('/api/messaging/config')).body;
    expect(before).not.toHaveProperty('cipherKey');
    expect(after).toMatchObject({ authKey: before.authKey, cipherKey: expect.any(String) });
  });

  it('stands in no line of the log', async () => {
    const { key } = await encrypted();
    expect(api.lines.length).toBeGreaterThan(0);
    expect(api.lines.filter((line) => line.includes(key))).toEqual([]);
  });

  it('is seen, and changed, from no other organisation, and changed by no request at all', async () => {
    const { org, key } = await encrypted();
    const plain = await api.organisation();
    expect(await withTenant(api.pool, plain.tenantId, (tx) => tx.select().from(cipherKeys))).toEqual([]);
    for (const { tenantId } of [org, plain])
      await expect(
        withTenant(api.pool, tenantId, (tx) => tx.update(cipherKeys).set({ key: 'x'.repeat(43) })),
      ).rejects.toMatchObject({ cause: { code: '42501' } });
    const learner = await api.as(org, org.learner);
    expect((await learner.get('/api/messaging/config')).body.cipherKey).toBe(key);
  });

  it('is made once: a second one would leave what was written unreadable', async () => {
    const { org, learner, key } = await encrypted();
    const { rows } = await api.pool.query('select domain from tenant_domains where tenant_id = $1', [
      org.tenantId,
    ]);
    expect(await encryptChatsOf(api.pool, rows[0].domain)).toMatch(/is encrypted already\.$/);
    expect((await learner.get('/api/messaging/config')).body.cipherKey).toBe(key);
    await expect(encryptChatsOf(api.pool, 'nobody.example')).rejects.toThrow("'nobody.example'");
  });
});

it('keeps no preview of what is encrypted, whatever a client says', async () => {
  const { org, learner } = await encrypted();
  const body = { receiverId: org.manager.userId, previewText: 'Only for you' };
  expect((await learner.post('/api/unread-messages', body)).body).toEqual({ accepted: true });
  const { rows } = await api.pool.query('select preview from unread_posts where tenant_id = $1', [
    org.tenantId,
  ]);
  expect(rows).toEqual([{ preview: ENCRYPTED_PREVIEW }]);
});

it('quotes nothing in the mail about what is encrypted', () => {
  const person = { tenantId: 1, userId: 2, uuid: 'uuid-2', firstName: 'Ada', lastName: 'Adams' };
  const receiver = { ...person, email: 'ada@demo.example', joinedAt: new Date(0) };
  const part = { writer: person, count: 1, isChanged: false };
  const mailOf = (preview: string) =>
    digestMail('digest-1', receiver, [{ ...part, preview }], 'https://trellis.example');
  expect(mailOf('Hello').text).toContain('“Hello”');
  const { text, html } = mailOf(ENCRYPTED_PREVIEW);
  expect(text).toContain('Read it: https://trellis.example/home?chat=2');
  expect(`${text}${html}`).not.toMatch(/“|Encrypted/);
});
