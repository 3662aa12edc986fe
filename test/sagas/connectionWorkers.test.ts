import { call } from 'redux-saga-test-plan/matchers';
import { catchUp } from '#sagas/realtime/catchUp.ts';
import { keepConnected } from '#sagas/realtime/connection.ts';
import { fetchMessagingConfig, renewKey } from '#sagas/realtime/messagingKey.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { receive } from '#sagas/realtime/receive.ts';
import { watchLine } from '#sagas/realtime/watchLine.ts';
import { selectPost } from '#store/chat/chatSelectors.ts';
import { conversationStarted, messageSent } from '#store/chat/chatSlice.ts';
import {
  connected,
  connectionDoubted,
  connectionFound,
  connectionLost,
} from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { aWorkplace, planOf, stateAfter } from '../support/plan.ts';

const CHANNEL = 'chat_T3_U7.U9';
const config = { authKey: 'key-2', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };
const fromMax = (details: string) => ({
  user: { id: 9, firstName: 'Max', lastName: 'M' },
  details,
  timestamp: 1_700_000_000_000,
});

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

/** Runs a worker that never ends by itself for so long. */
async function runFor(ms: number, plan: ReturnType<typeof planOf>) {
  const run = plan.silentRun(ms);
  await jest.advanceTimersByTimeAsync(ms + 1);
  return await run;
}
const after = (ms: number, work: () => void) => void setTimeout(work, ms);

describe('keepConnected', () => {
  it('begins anew after a loss, again and again until there is a line', async () => {
    const { realtime, ports } = await aWorkplace();
    const reconnect = jest.spyOn(realtime, 'reconnect').mockImplementation(() => {});
    const plan = planOf({ ports }, keepConnected, realtime).dispatch(connectionLost({ isRefused: false }));
    await runFor(30_000, plan);
    expect(reconnect.mock.calls.length).toBeGreaterThan(2);
  });

  it('leaves a line alone that another tab has mended', async () => {
    const { realtime, ports } = await aWorkplace();
    const reconnect = jest.spyOn(realtime, 'reconnect').mockImplementation(() => {});
    const plan = planOf({ ports }, keepConnected, realtime)
      .dispatch(connectionLost({ isRefused: false }))
      .dispatch(connectionFound());
    await runFor(30_000, plan);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('fetches another key before it tries again where the line was refused', async () => {
    const { realtime, messaging, ports } = await aWorkplace();
    const providers = [[call.fn(fetchMessagingConfig), config]] as [ReturnType<typeof call.fn>, unknown][];
    const plan = planOf({ ports, providers }, keepConnected, realtime).dispatch(
      connectionLost({ isRefused: true }),
    );
    await runFor(2_000, plan);
    expect(messaging.calls).toContain('renewKey key-2');
  });
});

describe('renewKey', () => {
  it('gives the line the key that was fetched, and none when the session is over', async () => {
    const { realtime, messaging, ports } = await aWorkplace();
    const fetched = (answer: unknown) =>
      [[call.fn(fetchMessagingConfig), answer]] as [ReturnType<typeof call.fn>, unknown][];
    await runFor(10, planOf({ ports, providers: fetched(config) }, renewKey, realtime).returns(config));
    await runFor(10, planOf({ ports, providers: fetched(null) }, renewKey, realtime).returns(null));
    expect(messaging.calls).toEqual(['renewKey key-2']);
  });
});

describe('watchLine', () => {
  const state = stateAfter(connected());

  it('takes a short call without an answer for a loss, and any answer for a line', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const lost = connectionLost({ isRefused: false });
    const well = planOf({ ports, state }, watchLine, context).not.put(lost).dispatch(connectionDoubted());
    await runFor(1_000, well);
    messaging.goAway();
    await runFor(1_000, planOf({ ports, state }, watchLine, context).put(lost).dispatch(connectionDoubted()));
    jest.spyOn(context.realtime, 'probe').mockRejectedValue(new RealtimeError(503, 'in trouble'));
    const sick = planOf({ ports, state }, watchLine, context).not.put(lost).dispatch(connectionDoubted());
    await runFor(1_000, sick);
  });

  it('takes the silence after a message of ours for a dead line', async () => {
    const { context, ports } = await aWorkplace();
    const lost = connectionLost({ isRefused: false });
    context.heard.upTo = '17000000000000000';
    const sent = messageSent({ channel: CHANNEL, id: 'message-1', timetoken: '17000000000000009' });
    await runFor(6_000, planOf({ ports, state }, watchLine, context).put(lost).dispatch(sent));
    context.heard.upTo = '17000000000000009';
    await runFor(6_000, planOf({ ports, state }, watchLine, context).not.put(lost).dispatch(sent));
  });

  it('knows that the machine has slept', async () => {
    let clock = 0;
    const { context, ports } = await aWorkplace({ now: () => clock });
    const lost = connectionLost({ isRefused: false });
    after(5_000, () => {
      clock = 3_600_000;
    });
    await runFor(11_000, planOf({ ports, state }, watchLine, context).put(lost));
  });
});

describe('catchUp', () => {
  it('asks history for what came after the cursor, as often as it takes, and moves the cursor then', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-max', CHANNEL, fromMax('known'), { id: 'message-1' });
    const upTo = messaging.log[0]!.timetoken;
    messaging.publishAs('uuid-max', CHANNEL, fromMax('missed'), { id: 'message-2' });
    messaging.goAway();
    after(5_000, () => messaging.comeBack());
    const state = stateAfter(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    context.heard.upTo = upTo;
    const { storeState } = await runFor(15_000, planOf({ ports, state }, catchUp, context, upTo));
    expect(selectPost(storeState as RootState, CHANNEL, 'message-1')).toBeNull();
    expect(selectPost(storeState as RootState, CHANNEL, 'message-2')).toMatchObject({ details: 'missed' });
    expect(context.heard.upTo).toBe(messaging.log[1]!.timetoken);
  });
});

describe('receive', () => {
  it('reports what is no message and shows what comes after it; a publisher’s forged name counts for nothing', async () => {
    const { context, messaging, ports, errors } = await aWorkplace();
    const wild = [
      null,
      42,
      'text',
      [],
      { details: 'no user' },
      { ...fromMax(''), details: '   ' },
      { ...fromMax('x'), timestamp: 'now' },
      JSON.parse('{"__proto__": {"details": "x"}}') as unknown,
    ];
    const long = 'ä'.repeat(16_000);
    const forged = { ...fromMax('I am the boss'), user: { id: 7, firstName: 'Lena', lastName: 'Larsen' } };
    const state = stateAfter(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    context.realtime.subscribe([CHANNEL]);
    after(100, () => {
      for (const message of wild) messaging.publishAs('uuid-max', CHANNEL, message, { id: 5 });
      messaging.publishAs('uuid-max', CHANNEL, forged, { id: 'message-1' });
      messaging.publishAs('uuid-max', CHANNEL, fromMax(long), { id: 'message-2' });
      messaging.publishAs('uuid-max', CHANNEL, fromMax('مرحبا 👩‍👩‍👧‍👦'), { id: 'message-3' });
    });
    const { storeState } = await runFor(1_000, planOf({ ports, state }, receive, context));
    const root = storeState as RootState;
    expect(errors).toHaveLength(wild.length + 1); // the forged name is told of, too
    expect(selectPost(root, CHANNEL, 'message-1')).toMatchObject({
      publisherId: 9,
      details: 'I am the boss',
    });
    expect(selectPost(root, CHANNEL, 'message-2')).toMatchObject({ details: long });
    expect(selectPost(root, CHANNEL, 'message-3')).toMatchObject({ details: 'مرحبا 👩‍👩‍👧‍👦' });
    expect(root.chat.threads[CHANNEL]?.chunks.flatMap(({ posts }) => posts)).toHaveLength(3);
    expect(context.heard.upTo).toBe(messaging.log.at(-1)!.timetoken);
  });
});
