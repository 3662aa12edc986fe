import { call } from 'redux-saga-test-plan/matchers';
import { catchUp } from '#sagas/realtime/catchUp.ts';
import { keepConnected } from '#sagas/realtime/connection.ts';
import { fetchMessagingConfig, renewKey } from '#sagas/realtime/messagingKey.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { receive } from '#sagas/realtime/receive.ts';
import { watchConnection } from '#sagas/realtime/watchConnection.ts';
import { conversationJoined } from '#store/chat/conversationsSlice.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import { messageSent } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import {
  connected,
  connectionDoubted,
  connectionEstablished,
  connectionLost,
} from '#store/connection/connectionSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter, withFakeClock } from '#test/support/plan.ts';

const config = { authKey: 'key-2', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };
const fromMax = (details: string) => ({
  user: { id: 9, firstName: 'Max', lastName: 'M' },
  details,
  timestamp: 1_700_000_000_000,
});

withFakeClock();

const after = (ms: number, work: () => void) => void setTimeout(work, ms);

describe('keepConnected', () => {
  it('reconnects after a lost connection until it succeeds', async () => {
    const { realtime, ports } = await aWorkplace();
    const reconnect = jest.spyOn(realtime, 'reconnect').mockImplementation(() => {});
    const plan = planOf({ ports }, keepConnected, realtime).dispatch(connectionLost({ isRefused: false }));
    await runFor(30_000, plan);
    expect(reconnect.mock.calls.length).toBeGreaterThan(2);
  });

  it('does not reconnect if another tab has already reconnected', async () => {
    const { realtime, ports } = await aWorkplace();
    const reconnect = jest.spyOn(realtime, 'reconnect').mockImplementation(() => {});
    const plan = planOf({ ports }, keepConnected, realtime)
      .dispatch(connectionLost({ isRefused: false }))
      .dispatch(connectionEstablished());
    await runFor(30_000, plan);
    expect(reconnect).not.toHaveBeenCalled();
  });

  it('renews the key before it retries a refused connection', async () => {
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
  it('passes the new key to the connection, and returns nothing when the session is over', async () => {
    const { realtime, messaging, ports } = await aWorkplace();
    const fetched = (answer: unknown) =>
      [[call.fn(fetchMessagingConfig), answer]] as [ReturnType<typeof call.fn>, unknown][];
    await runFor(10, planOf({ ports, providers: fetched(config) }, renewKey, realtime).returns(config));
    await runFor(10, planOf({ ports, providers: fetched(null) }, renewKey, realtime).returns(null));
    expect(messaging.calls).toEqual(['renewKey key-2']);
  });
});

describe('watchConnection', () => {
  const state = stateAfter(connected());

  it('reports a lost connection after a call without an answer, but not after any answer', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const lost = connectionLost({ isRefused: false });
    const well = planOf({ ports, state }, watchConnection, context)
      .not.put(lost)
      .dispatch(connectionDoubted());
    await runFor(1_000, well);
    messaging.goAway();
    await runFor(
      1_000,
      planOf({ ports, state }, watchConnection, context).put(lost).dispatch(connectionDoubted()),
    );
    jest.spyOn(context.realtime, 'probe').mockRejectedValue(new RealtimeError(503, 'in trouble'));
    const sick = planOf({ ports, state }, watchConnection, context)
      .not.put(lost)
      .dispatch(connectionDoubted());
    await runFor(1_000, sick);
  });

  it('reports a lost connection when a sent message is not echoed', async () => {
    const { context, ports } = await aWorkplace();
    const lost = connectionLost({ isRefused: false });
    context.cursor.timetoken = '17000000000000000';
    const sent = messageSent({
      channel: CHANNEL,
      id: 'message-1',
      timetoken: '17000000000000009',
      details: 'Hello',
    });
    await runFor(6_000, planOf({ ports, state }, watchConnection, context).put(lost).dispatch(sent));
    context.cursor.timetoken = '17000000000000009';
    await runFor(6_000, planOf({ ports, state }, watchConnection, context).not.put(lost).dispatch(sent));
  });

  it('reports a lost connection after the computer was asleep', async () => {
    let clock = 0;
    const { context, ports } = await aWorkplace({ now: () => clock });
    const lost = connectionLost({ isRefused: false });
    after(5_000, () => {
      clock = 3_600_000;
    });
    await runFor(11_000, planOf({ ports, state }, watchConnection, context).put(lost));
  });
});

describe('catchUp', () => {
  it('loads messages after the cursor from history, retries failures, and then advances the cursor', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-max', CHANNEL, fromMax('known'), { id: 'message-1' });
    const upTo = messaging.log[0]!.timetoken;
    messaging.publishAs('uuid-max', CHANNEL, fromMax('missed'), { id: 'message-2' });
    messaging.goAway();
    after(5_000, () => messaging.comeBack());
    const state = stateAfter(
      conversationStarted({ channel: CHANNEL, peerId: 9 }),
      conversationJoined({ channel: CHANNEL }),
    );
    context.cursor.timetoken = upTo;
    const { storeState } = await runFor(15_000, planOf({ ports, state }, catchUp, context, upTo));
    expect(selectMessage(storeState as RootState, CHANNEL, 'message-1')).toBeNull();
    expect(selectMessage(storeState as RootState, CHANNEL, 'message-2')).toMatchObject({ details: 'missed' });
    expect(context.cursor.timetoken).toBe(messaging.log[1]!.timetoken);
  });
});

describe('receive', () => {
  it('reports invalid messages, shows the messages after them, and ignores a forged sender', async () => {
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
    expect(errors).toHaveLength(wild.length + 1); // the forged name is also reported
    expect(selectMessage(root, CHANNEL, 'message-1')).toMatchObject({
      publisherId: 9,
      details: 'I am the boss',
    });
    expect(selectMessage(root, CHANNEL, 'message-2')).toMatchObject({ details: long });
    expect(selectMessage(root, CHANNEL, 'message-3')).toMatchObject({ details: 'مرحبا 👩‍👩‍👧‍👦' });
    expect(root.chat.messages.byChannel[CHANNEL]?.sent).toHaveLength(3);
    expect(context.cursor.timetoken).toBe(messaging.log.at(-1)!.timetoken);
  });
});
