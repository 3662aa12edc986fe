import PubNub from 'pubnub';
import { chatChannel, notificationChannel } from '#contract/messaging/channels.ts';
import { chatMessageSchema, messageMetaSchema } from '#contract/messaging/chat.ts';
import { decodeMessageAction } from '#contract/messaging/messageActions.ts';
import { parseNotification } from '#contract/notifications/notifications.ts';
import { seedChats } from '#server/db/seed/chats/seedChats.ts';
import { seedDemo } from '#server/db/seed/seedDemo.ts';
import { type ImportedHistory, importHistory } from '#server/messaging/index.ts';
import { startService, type TestService } from '#test/server/messaging/service.ts';

let service: TestService;
let history: ImportedHistory;
const importAndKeep = async (imported: ImportedHistory) => {
  history = imported;
  return importHistory(service.database.pool, imported);
};
beforeAll(async () => {
  service = await startService();
  await seedDemo(service.database.pool, new Date(), Buffer.alloc(32));
  await seedChats(service.database.pool, new Date(), importAndKeep);
  const { rows } = await service.database.pool.query('select key from cipher_keys where tenant_id = 2');
  cipher = PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey: rows[0].key });
}, 60_000);
afterAll(() => service.close());

const [MANAGER, LEARNER] = [1, 2];
const uuidOf = async (userId: number) =>
  (await service.database.pool.query('select uuid from users where id = $1', [userId])).rows[0]
    .uuid as string;

let cipher: ReturnType<typeof PubNub.CryptoModule.aesCbcCryptoModule>;
const isEncrypted = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('UE5FR');
/** The second organisation has a cipher key. */
const textOf = (value: string) =>
  isEncrypted(value) ? new TextDecoder().decode(cipher.decrypt(value) as ArrayBuffer) : value;
const decryptPayload = (payload: unknown) => (isEncrypted(payload) ? JSON.parse(textOf(payload)) : payload);

describe('the chats of the demo organisations', () => {
  it('match the contract, are in the past, and are ordered in each channel', () => {
    const now = BigInt(Date.now()) * 10_000n;
    expect(history.messages.length).toBeGreaterThan(40);
    for (const [channel, sent] of Map.groupBy(history.messages, (one) => one.channel)) {
      for (const { payload, meta } of sent) {
        if (channel.startsWith('chat_')) chatMessageSchema.parse(decryptPayload(payload));
        else expect(parseNotification(payload)).toMatchObject({ error: null });
        messageMetaSchema.parse(meta);
      }
      const times = sent.map(({ timetoken }) => BigInt(timetoken));
      expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(new Set(times).size).toBe(times.length);
      expect(times.every((time) => time < now)).toBe(true);
    }
    const types = history.messages
      .filter(({ channel }) => channel.startsWith('notif_'))
      .map(({ payload }) => parseNotification(payload).notification?.type);
    expect(types).toContain('LEARNER_COMPLETED_TOPIC');
    expect(types).not.toContain('OTHER');
    const changes = history.messages
      .map(({ payload }) => payload as { notificationType?: string; payload?: object })
      .filter(({ notificationType }) => notificationType === 'MANAGER_UPDATED_USER_OBJECTIVE');
    expect(changes.length).toBeGreaterThan(0);
    for (const { payload } of changes)
      expect(payload).toMatchObject({
        extraPayload: { objectiveId: expect.any(String), changeId: expect.any(String) },
        text: expect.stringMatching(/^<b>Objective<\/b>: “.+”<br>/),
      });
    expect(
      history.actions.map(({ type, value }) => decodeMessageAction({ type, value: textOf(value) })?.kind),
    ).toEqual(expect.arrayContaining(['edit', 'reaction']));
  });

  it('appear in the conversation of two people, with the unread messages of one of them', async () => {
    const channel = chatChannel(1, MANAGER, LEARNER);
    const learner = service.client({ userId: await uuidOf(LEARNER) });
    const { channels } = await learner.fetchMessages({ channels: [channel], count: 100 });
    const texts = channels[channel]?.map(({ message }) => (message as { details: string }).details);
    expect(texts?.at(-1)).toBe('You don’t need to prepare slides.');
    const unread = async (userId: number) => {
      const { data } = await learner.objects.getMemberships({
        uuid: await uuidOf(userId),
        include: { customFields: true },
      });
      const custom = data.find((one) => one.channel.id === channel)?.custom;
      const counts = await learner.messageCounts({
        channels: [channel],
        channelTimetokens: [String(custom?.timetoken)],
      });
      return counts.channels[channel];
    };
    expect(await unread(LEARNER)).toBe(2);
    expect(await unread(MANAGER)).toBe(0);
  });

  it('encrypt messages and edits, but not reactions, if the organisation has a key', async () => {
    const of = (tenant: string) => (one: { channel: string }) => one.channel.startsWith(`chat_${tenant}_`);
    expect(history.messages.filter(of('T2')).length).toBeGreaterThan(2);
    expect(history.messages.filter(of('T2')).every(({ payload }) => isEncrypted(payload))).toBe(true);
    expect(history.actions.filter(of('T2')).map(({ type, value }) => [type, isEncrypted(value)])).toEqual(
      expect.arrayContaining([
        ['edit', true],
        ['reaction', false],
      ]),
    );
    expect(history.messages.filter(of('T1')).some(({ payload }) => isEncrypted(payload))).toBe(false);
  });

  it('include notifications for the manager, the newest 2 unread', async () => {
    const notifications = history.messages.filter(
      ({ channel }) => channel === notificationChannel(1, MANAGER),
    );
    expect(notifications.length).toBeGreaterThan(3);
    const position = history.memberships.find(({ channel }) => channel === notifications[0]?.channel)?.custom
      .timetoken;
    expect(notifications.filter(({ timetoken }) => timetoken > String(position))).toHaveLength(2);
  });

  it('are imported only once', async () => {
    const count = async () =>
      (await service.database.pool.query('select count(*)::int as count from messaging.messages')).rows[0]
        .count;
    const before = await count();
    let isImported = true;
    await seedChats(service.database.pool, new Date(), async (imported) => {
      isImported = await importHistory(service.database.pool, imported);
    });
    expect(isImported).toBe(false);
    expect(await count()).toBe(before);
  });
});
