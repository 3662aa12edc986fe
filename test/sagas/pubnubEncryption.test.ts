import PubNub from 'pubnub';
import { fitsTheWire } from '#contract/messaging/chat.ts';
import { actionEncryption } from '#sagas/realtime/encryption.ts';
import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { EmptyContent, isRefusal } from '#sagas/realtime/realtimeError.ts';
import type { Realtime, RealtimeEvent } from '#store/ports/realtime.ts';
import { keys, startService, type TestService, until } from '#test/server/messaging/service.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';

let service: TestService;
const lines: Realtime[] = [];
beforeAll(async () => {
  service = await startService();
});
afterEach(() => {
  for (const line of lines.splice(0)) line.stop({ isQuiet: true });
});
afterAll(() => service.close());

/** Keys as `id:key`, newest first. A text without an id is the first key. */
async function lineOf(uuid: string, ...keysOfPerson: string[]) {
  const cipherKeys = keysOfPerson.map((text) => {
    const [key = '', id = 'ACRH'] = text.split(':').reverse();
    return { id, key };
  });
  const line = await connectPubNub({
    authKey: '',
    subKey: keys.subscribeKey,
    pubKey: keys.publishKey,
    uuid,
    expiresIn: 3_600,
    origin: `localhost:${service.port}`,
    ssl: false,
    ...(cipherKeys.length > 0 && { cipherKeys }),
  });
  lines.push(line);
  const events: RealtimeEvent[] = [];
  line.listen((event) => events.push(event));
  const of = <Kind extends RealtimeEvent['kind']>(kind: Kind) =>
    events.filter((event): event is Extract<RealtimeEvent, { kind: Kind }> => event.kind === kind);
  return {
    line,
    of,
    async listenTo(channel: string) {
      line.subscribe([channel]);
      await until(() => of('connected').length === 1);
    },
  };
}

/** All data that the service has stored, as text. */
async function whatTheServiceHas() {
  const tables = ['messages', 'message_actions'];
  const rows = await Promise.all(
    tables.map((table) => service.database.pool.query(`select t::text as row from messaging.${table} t`)),
  );
  return rows.flatMap((found) => found.rows.map(({ row }) => String(row))).join('\n');
}
const saying = (details: string) => ({
  user: { id: 7, firstName: 'Lena', lastName: 'Larsen' },
  details,
  timestamp: 1_700_000_000_000,
});

/** The real SDK connected to the real service. */
describe('the connection of an organisation with a cipher key', () => {
  it('delivers readable messages only to members with the key, live and from history', async () => {
    const lena = await lineOf('lena', 'our key');
    const max = await lineOf('max', 'our key');
    await max.listenTo(CHANNEL);
    const { timetoken } = await lena.line.publish(CHANNEL, saying('Nur für dich'), 'message-1');
    const correction = JSON.stringify({ id: 'change-1', details: 'Nur für dich allein' });
    await lena.line.addAction(CHANNEL, timetoken, { type: 'edit', value: correction });
    await until(() => max.of('message').length === 1 && max.of('action').length === 1);
    const [message] = max.of('message');
    expect(message).toMatchObject({ message: saying('Nur für dich'), meta: { id: 'message-1' } });
    expect(message).not.toHaveProperty('unreadable');
    expect(max.of('action')).toMatchObject([{ type: 'edit', value: correction }]);
    expect(await max.line.history(CHANNEL, { count: 10 })).toMatchObject([
      { message: saying('Nur für dich') },
    ]);
    expect(await max.line.latest([CHANNEL])).toMatchObject([{ message: saying('Nur für dich') }]);
    expect(await max.line.actions(CHANNEL, {})).toMatchObject([{ type: 'edit', value: correction }]);

    const kept = await whatTheServiceHas();
    expect(kept).toContain('message-1');
    expect(kept).not.toContain('dich');
    const stranger = await lineOf('stranger');
    expect(await stranger.line.history(CHANNEL, { count: 10 })).toMatchObject([{ unreadable: 'no key' }]);
    expect(await stranger.line.actions(CHANNEL, {})).toMatchObject([{ value: '', unreadable: 'no key' }]);
    const wrong = await lineOf('wrong', 'another key');
    expect(await wrong.line.history(CHANNEL, { count: 10 })).toMatchObject([{ unreadable: 'wrong key' }]);
    expect(await wrong.line.actions(CHANNEL, {})).toMatchObject([{ value: '', unreadable: 'wrong key' }]);
  });

  it('writes with the newest key and reads with every key, and reports a missing key', async () => {
    const channel = 'chat_T3_U20.U21';
    const before = await lineOf('lena', 'our key');
    const { timetoken } = await before.line.publish(channel, saying('with the old key'), 'message-old');
    const old = JSON.stringify({ id: 'change-1', details: 'edited with the old key' });
    await before.line.addAction(channel, timetoken, { type: 'edit', value: old });

    const lena = await lineOf('lena', 'K7QX:new key', 'our key');
    const max = await lineOf('max', 'K9AA:newest key', 'K7QX:new key', 'our key');
    await lena.line.publish(channel, saying('with the new key'), 'message-new');
    const next = JSON.stringify({ id: 'change-2', details: 'edited with the new key' });
    await lena.line.addAction(channel, timetoken, { type: 'edit', value: next });
    for (const { line } of [lena, max]) {
      expect(await line.history(channel, { count: 10 })).toMatchObject([
        { message: saying('with the old key') },
        { message: saying('with the new key') },
      ]);
      expect(await line.actions(channel, {})).toMatchObject([{ value: old }, { value: next }]);
    }
    // The stored text has the id of the key: PNED, version 1, K7QX.
    expect(await whatTheServiceHas()).toContain(btoa('PNED\u0001K7QX').slice(0, 12));

    expect(await before.line.history(channel, { count: 10 })).toMatchObject([
      { message: saying('with the old key') },
      { unreadable: 'unknown cryptor' },
    ]);
    const other = await lineOf('other', 'K7QX:another key', 'our key');
    expect(await other.line.history(channel, { count: 1 })).toMatchObject([{ unreadable: 'wrong key' }]);
  });

  it('delivers plain messages from the server and from before encryption was switched on', async () => {
    const before = await lineOf('lena');
    await before.line.publish('chat_T3_U1.U2', saying('before'), 'message-3');
    const max = await lineOf('max', 'our key');
    await max.listenTo('notif_T3_U9');
    const news = { notificationType: 'LEARNER_COMPLETED_TOPIC', payload: { userId: 7 } };
    await service.owner('trellis-server').publish({ channel: 'notif_T3_U9', message: news });
    await until(() => max.of('message').length === 1);
    expect(max.of('message')).toMatchObject([{ message: news }]);
    const [found] = await max.line.history('chat_T3_U1.U2', { count: 10 });
    expect(found).toMatchObject({ message: saying('before') });
    expect(found).not.toHaveProperty('unreadable');
  });

  it('sends the longest message that the composer allows, and refuses a longer one', async () => {
    const lena = await lineOf('lena', 'our key');
    const fits = (length: number) => fitsTheWire(saying('x'.repeat(length)), true);
    let longest = 24_000;
    while (fits(longest + 1)) longest += 1;
    const details = 'x'.repeat(longest);
    await lena.line.publish('chat_T3_U7.U11', saying(details), 'message-4');
    expect(await lena.line.history('chat_T3_U7.U11', { count: 1 })).toMatchObject([{ message: { details } }]);
    const tooLong = saying(`${details}x`);
    await expect(lena.line.publish('chat_T3_U7.U11', tooLong, 'message-5')).rejects.toMatchObject({
      status: 413,
    });
  });

  it.each([
    ['an unknown cryptor', 'UE5FRAFaWlpaEKvyHD2WyXYmMzPKGT0EWeM=', 'unknown cryptor'],
    ['a header that is cut short', 'UE5FRAFBQw==', 'invalid header'],
    ['a version of tomorrow', 'UE5FRAJBQ1JIEKvyHD2WyXYmMzPKGT0EWeM=', 'unknown cryptor'],
    ['nothing behind its header', 'UE5FRAFBQ1JIEAAAAAAAAAAAAAAAAAAAAAA=', 'empty content'],
    ['a text that is not encrypted', 'just words', 'wrong key'],
  ])('reports why it cannot read %s, and reads the next message', async (name, payload, unreadable) => {
    const channel = `chat_T4_U1.U${name.length + 2}`;
    const max = await lineOf('max', 'our key');
    await max.listenTo(channel);
    await service.client({ userId: 'other' }).publish({ channel, message: payload });
    const lena = await lineOf('lena', 'our key');
    await lena.line.publish(channel, saying('fine'), 'message-fine');
    await until(() => max.of('message').length === 2);
    for (const received of [max.of('message'), await max.line.history(channel, { count: 10 })]) {
      expect(received).toMatchObject([{ unreadable }, { message: saying('fine') }]);
      expect(received[1]).not.toHaveProperty('unreadable');
    }
  });

  it.each([
    ['a text of blanks', saying(' \n ')],
    ['an empty text', ''],
    ['nothing', null],
  ])('refuses %s before it is sent', async (_name, message) => {
    const lena = await lineOf('lena', 'our key');
    const failure = await lena.line.publish('chat_T5_U7.U9', message, 'message-empty').catch(String);
    expect(failure).toContain('EmptyContent');
    expect(isRefusal(new EmptyContent())).toBe(true);
    expect(await lena.line.history('chat_T5_U7.U9', { count: 10 })).toEqual([]);
  });

  it('writes messages that every SDK client with the key can read', async () => {
    const lena = await lineOf('lena', 'our key');
    const cryptoModule = PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey: 'our key' });
    await service
      .client({ userId: 'other', cryptoModule })
      .publish({ channel: 'chat_T6_U7.U9', message: saying('from elsewhere') });
    expect(await lena.line.history('chat_T6_U7.U9', { count: 10 })).toMatchObject([
      { message: saying('from elsewhere') },
    ]);
  });
});

it('encrypts a retried edit in the same way, so that it is stored once', () => {
  const encryption = actionEncryption(PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey: 'our key' }));
  const said = JSON.stringify({ id: 'change-1', details: 'two' });
  const encrypted = encryption.encrypt(said);
  expect(encrypted).not.toContain('two');
  expect(encryption.encrypt(said)).toBe(encrypted);
  expect(encryption.decrypt(encrypted)).toEqual({ value: said });
  encryption.delivered(said);
  expect(encryption.encrypt(said)).not.toBe(encrypted);
});
