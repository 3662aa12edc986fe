import PubNub from 'pubnub';
import { chatChannel, notificationChannel } from '#contract/channels.ts';
import { chatMessageSchema, messageMetaSchema } from '#contract/chat.ts';
import { changeOf } from '#contract/chatChanges.ts';
import { notificationMessageSchema, notificationTypes } from '#contract/notifications.ts';
import { seedDemo } from '#server/db/seed/seedDemo.ts';
import { seedTalk } from '#server/db/seed/talk/seedTalk.ts';
import { type ImportedHistory, importHistory } from '#server/messaging/index.ts';
import { startService, type TestService } from './messaging/service.ts';

let service: TestService;
let history: ImportedHistory;
const take = async (given: ImportedHistory) => {
  history = given;
  return importHistory(service.database.pool, given);
};
beforeAll(async () => {
  service = await startService();
  await seedDemo(service.database.pool, new Date());
  await seedTalk(service.database.pool, new Date(), take);
  const { rows } = await service.database.pool.query('select key from cipher_keys where tenant_id = 2');
  cipher = PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey: rows[0].key });
}, 60_000);
afterAll(() => service.close());

const [MANAGER, LEARNER] = [1, 2];
const uuidOf = async (userId: number) =>
  (await service.database.pool.query('select uuid from users where id = $1', [userId])).rows[0]
    .uuid as string;

let cipher: ReturnType<typeof PubNub.CryptoModule.aesCbcCryptoModule>;
const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith('UE5FR');
/** The second organisation's people have a key. */
const textOf = (value: string) =>
  isSealed(value) ? new TextDecoder().decode(cipher.decrypt(value) as ArrayBuffer) : value;
const opened = (payload: unknown) => (isSealed(payload) ? JSON.parse(textOf(payload)) : payload);

describe('the talk of the demo organisation', () => {
  it('keeps the contract, lies in the past, and each channel in its order', () => {
    const now = BigInt(Date.now()) * 10_000n;
    expect(history.messages.length).toBeGreaterThan(40);
    for (const [channel, said] of Map.groupBy(history.messages, (one) => one.channel)) {
      const schema = channel.startsWith('chat_') ? chatMessageSchema : notificationMessageSchema;
      for (const { payload, meta } of said) {
        schema.parse(opened(payload));
        messageMetaSchema.parse(meta);
      }
      const times = said.map(({ timetoken }) => BigInt(timetoken));
      expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(new Set(times).size).toBe(times.length);
      expect(times.every((time) => time < now)).toBe(true);
    }
    const known: readonly string[] = notificationTypes;
    for (const { channel, payload } of history.messages)
      if (channel.startsWith('notif_'))
        expect(known).toContain(notificationMessageSchema.parse(payload).notificationType);
    expect(history.actions.map(({ type, value }) => changeOf({ type, value: textOf(value) })?.kind)).toEqual(
      expect.arrayContaining(['edit', 'reaction']),
    );
  });

  it('is what the two find who open their conversation, with what one of them has not read', async () => {
    const channel = chatChannel(1, MANAGER, LEARNER);
    const learner = service.client({ userId: await uuidOf(LEARNER) });
    const { channels } = await learner.fetchMessages({ channels: [channel], count: 100 });
    const texts = channels[channel]?.map(({ message }) => (message as { details: string }).details);
    expect(texts?.at(-1)).toBe('No slides, just tell me.');
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

  it('is encrypted where the organisation has a key: what people said, and nothing that is shown without them', async () => {
    const of = (tenant: string) => (one: { channel: string }) => one.channel.startsWith(`chat_${tenant}_`);
    expect(history.messages.filter(of('T2')).length).toBeGreaterThan(2);
    expect(history.messages.filter(of('T2')).every(({ payload }) => isSealed(payload))).toBe(true);
    expect(history.actions.filter(of('T2')).map(({ type, value }) => [type, isSealed(value)])).toEqual(
      expect.arrayContaining([
        ['edit', true],
        ['reaction', false],
      ]),
    );
    expect(history.messages.filter(of('T1')).some(({ payload }) => isSealed(payload))).toBe(false);
  });

  it('tells the manager what the team has done, the newest not read yet', async () => {
    const bell = history.messages.filter(({ channel }) => channel === notificationChannel(1, MANAGER));
    expect(bell.length).toBeGreaterThan(3);
    const position = history.memberships.find(({ channel }) => channel === bell[0]?.channel)?.custom
      .timetoken;
    expect(bell.filter(({ timetoken }) => timetoken > String(position))).toHaveLength(2);
  });

  it('is taken once', async () => {
    const count = async () =>
      (await service.database.pool.query('select count(*)::int as count from messaging.messages')).rows[0]
        .count;
    const before = await count();
    let isTaken = true;
    await seedTalk(service.database.pool, new Date(), async (given) => {
      isTaken = await importHistory(service.database.pool, given);
    });
    expect(isTaken).toBe(false);
    expect(await count()).toBe(before);
  });
});
