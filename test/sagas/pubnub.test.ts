import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
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

async function lineOf(uuid: string) {
  const line = await connectPubNub({
    authKey: '',
    subKey: keys.subscribeKey,
    pubKey: keys.publishKey,
    uuid,
    expiresIn: 3_600,
    origin: `localhost:${service.port}`,
    ssl: false,
  });
  lines.push(line);
  const events: RealtimeEvent[] = [];
  line.listen((event) => events.push(event));
  const kinds = () => events.map(({ kind }) => kind);
  const received = () =>
    events.flatMap((event) => (event.kind === 'message' ? [(event.message as { n: number }).n] : []));
  const connections = () => kinds().filter((kind) => kind === 'connected').length;
  return { line, events, kinds, received, connections };
}

/** The real SDK connected to the real service. The rest of the client depends on this behaviour. */
describe('the connection to the messaging service', () => {
  it('reports its start, and reconnects without missing messages or a reported loss', async () => {
    const lena = await lineOf('lena');
    const max = await lineOf('max');
    lena.line.subscribe([CHANNEL]);
    await until(() => lena.connections() === 1);
    expect(lena.events[0]).toEqual({ kind: 'connected', timetoken: expect.stringMatching(/^\d{17}$/) });
    await max.line.publish(CHANNEL, { n: 1 }, 'message-1');
    await until(() => lena.received().length === 1);
    lena.line.reconnect();
    await max.line.publish(CHANNEL, { n: 2 }, 'message-2');
    await until(() => lena.connections() === 2 && lena.received().length === 2);
    await max.line.publish(CHANNEL, { n: 3 }, 'message-3');
    await until(() => lena.received().length === 3);
    expect(lena.received()).toEqual([1, 2, 3]);
    expect(lena.kinds()).not.toContain('disconnected');
  });

  it('continues from the position of another connection', async () => {
    const max = await lineOf('max');
    const { timetoken } = await max.line.publish(CHANNEL, { n: 10 }, 'message-10');
    await max.line.publish(CHANNEL, { n: 11 }, 'message-11');
    const lena = await lineOf('lena');
    lena.line.subscribe(['app_T3_checkin'], { withPresence: true, since: timetoken });
    lena.line.subscribe([CHANNEL], { since: timetoken });
    await until(() => lena.received().length > 0);
    expect(lena.received()).toEqual([11]);
  });

  it('sends and receives a message of 32 KiB', async () => {
    const lena = await lineOf('lena');
    const details = 'ä'.repeat(16_000);
    await lena.line.publish('chat_T3_U7.U8', { n: 1, details }, 'message-20');
    const [wire] = await lena.line.history('chat_T3_U7.U8', { count: 1 });
    expect(wire).toMatchObject({ message: { n: 1, details }, meta: { id: 'message-20' }, publisher: 'lena' });
  });

  it('ignores an invalid read position', async () => {
    const lena = await lineOf('lena');
    const save = (timetoken: string) => lena.line.setOwnPosition(CHANNEL, timetoken);
    await save('17000000000000000');
    expect(await lena.line.memberships()).toMatchObject([{ timetoken: '17000000000000000' }]);
    await save('99999999999999999999999');
    expect(await lena.line.memberships()).toMatchObject([{ timetoken: null }]);
    await save('after everything');
    expect(await lena.line.memberships()).toMatchObject([{ timetoken: null }]);
  });

  it('reports whether the service can be reached', async () => {
    const lena = await lineOf('lena');
    await expect(lena.line.probe()).resolves.toBeUndefined();
    const nowhere = await connectPubNub({
      authKey: '',
      subKey: 'sub',
      pubKey: 'pub',
      uuid: 'lena',
      expiresIn: 1,
      origin: 'localhost:9',
      ssl: false,
    });
    lines.push(nowhere);
    const failure = await nowhere.probe().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RealtimeError);
    expect((failure as RealtimeError).status).toBeNull();
  });
});
