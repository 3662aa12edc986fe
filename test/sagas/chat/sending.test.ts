import { call } from 'redux-saga-test-plan/matchers';
import type { ChatMessage } from '#contract/messaging/chat.ts';
import { sendMessage } from '#sagas/chat/sendMessage.ts';
import { sendMessages } from '#sagas/chat/sendMessages.ts';
import { findStored } from '#sagas/outbox/findStored.ts';
import { fetchMessagingConfig } from '#sagas/realtime/messagingKey.ts';
import { selectConversationRows, selectUnreadTotal } from '#store/chat/conversationSelectors.ts';
import { conversationJoined } from '#store/chat/conversationsSlice.ts';
import { selectMessage, selectOpenMessages } from '#store/chat/messageSelectors.ts';
import {
  historyRequested,
  messageRetried,
  messageSent,
  messageSubmitted,
} from '#store/chat/messagesSlice.ts';
import { conversationClosed, conversationStarted } from '#store/chat/widgetSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';
import {
  aMax,
  CHANNEL,
  fromMax,
  lenaSays,
  open,
  say,
  statuses,
  texts,
  withHistory,
} from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const OTHER = 'chat_T3_U7.U8';

const written = (channel: string, text: string) => messageSubmitted(channel, lenaSays, text);

const submitted = messageSubmitted(CHANNEL, lenaSays, 'Hello');
const { id } = submitted.payload;

const joined = [
  conversationStarted({ channel: CHANNEL, peerId: 9 }),
  conversationJoined({ channel: CHANNEL }),
  conversationStarted({ channel: OTHER, peerId: 8 }),
  conversationJoined({ channel: OTHER }),
];
const state = stateAfter(...joined, submitted);

const message = { channel: CHANNEL, id, mayBeStored: false };

const statusIn = (storeState: unknown) => selectMessage(storeState as RootState, CHANNEL, id)?.status;

describe('sending messages', () => {
  it('keeps a message pending while the service is unreachable and sends it once', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    say(lena, 'hold on to this');
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent', 'sending']);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(
      lena.messaging.log.filter(({ message }) => (message as ChatMessage).details === 'hold on to this'),
    ).toHaveLength(1);
  });

  it('keeps the order in which the messages were written', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.goAway();
    for (const text of ['one', 'two', 'three']) say(lena, text);
    await pass(5_000);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(lena.messaging.log.map(({ message }) => (message as ChatMessage).details)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(texts(lena)).toEqual(['one', 'two', 'three']);
  });

  it('stores and shows a message once even if the response is lost', async () => {
    const messaging = withHistory(0);
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass(100);
    open(lena);
    open(max);
    for (const connection of messaging.connections) connection.isConnected = false; // the echo is lost as well
    messaging.loseAnswers(true);
    say(lena, 'once on the wire');
    await pass(100);
    messaging.loseAnswers(false);
    await pass(45_000);
    expect(messaging.log).toHaveLength(1);
    expect(texts(lena)).toEqual(['once on the wire']);
    max.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(max)).toEqual(['once on the wire']);
  });

  it('does not send a message again after its echo, even if the response is lost', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.loseAnswers(true);
    say(lena, 'once on the wire');
    await pass(100);
    lena.messaging.loseAnswers(false);
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.log).toHaveLength(1);
  });

  it('marks a refused message as failed, sends later ones, and retries with the same id', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 413);
    const id = say(lena, 'too long');
    say(lena, 'short');
    await pass(100);
    expect(selectOpenMessages(lena.state()).map(({ details, status }) => [details, status])).toEqual([
      ['short', 'sent'],
      ['too long', 'failed'],
    ]);
    lena.store.dispatch(messageRetried({ channel: CHANNEL, id }));
    await pass(100);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(lena.messaging.log.map(({ meta }) => (meta as { id: string }).id)).toContain(id);
  });

  it('renews a refused key and sends again', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 403);
    say(lena, 'with a new key');
    await pass(100);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.calls).toContain('renewKey key-1');
  });

  it('sends messages submitted before the configuration is loaded', async () => {
    const away = () => new Response('', { status: 503 });
    const lena = start({ messaging: withHistory(0), answers: { 'GET /api/messaging/config': away } });
    await pass(100);
    open(lena);
    say(lena, 'very early');
    await pass(5_000);
    expect(statuses(lena)).toEqual(['sending']);
    lena.api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 }),
    );
    await pass(31_000);
    expect(statuses(lena)).toEqual(['sent']);
  });

  it('sends messages submitted before the connection exists', async () => {
    const messaging = withHistory(0);
    messaging.goAway();
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    say(lena, 'early');
    await pass(5_000);
    messaging.comeBack();
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent']);
  });

  it('fails immediately for a peer who is not in the directory', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    const channel = 'chat_T3_U7.U99';
    lena.store.dispatch(conversationStarted({ channel, peerId: 99 }));
    lena.store.dispatch(messageSubmitted(channel, lenaSays, 'Is anybody there?'));
    await pass(1_000);
    expect(selectOpenMessages(lena.state())).toMatchObject([{ status: 'undeliverable' }]);
    expect(lena.messaging.log).toEqual([]);
  });
});

describe('the first message to a person', () => {
  const ROUTE = 'POST /api/conversations';
  const firstTo = (lena: ReturnType<typeof start>) => {
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    return say(lena, 'Nice to meet you');
  };

  it('starts the conversation through the server once, and appears in the peer’s list', async () => {
    const lena = start();
    const max = start({ messaging: lena.messaging, user: aMax });
    await pass(100);
    firstTo(lena);
    say(lena, 'And one more');
    await pass(100);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(lena.api.asked(ROUTE)).toBe(1);
    expect(selectConversationRows(max.state())).toMatchObject([{ channel: CHANNEL, unread: 2 }]);
  });

  it('stays pending while the server is unreachable or overloaded, and is sent when it is back', async () => {
    const failures: Answer[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => problem(503, 'unavailable'),
      () => problem(429, 'too-many-requests'),
    ];
    const lena = start();
    const succeed = lena.api.answerTo(ROUTE);
    lena.api.on(ROUTE, (request) => (failures.shift() ?? succeed)(request));
    await pass(100);
    firstTo(lena);
    await pass(100);
    expect(statuses(lena)).toEqual(['sending']);
    expect(lena.messaging.log).toEqual([]);
    await pass(20_000);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.log).toHaveLength(1);
  });

  it('fails with its own error if the peer has left the directory, and can be sent again', async () => {
    const lena = start();
    const succeed = lena.api.answerTo(ROUTE);
    lena.api.on(ROUTE, () => problem(404, 'not-found'));
    await pass(100);
    const id = firstTo(lena);
    await pass(100);
    expect(statuses(lena)).toEqual(['undeliverable']);
    lena.api.on(ROUTE, succeed);
    lena.store.dispatch(messageRetried({ channel: CHANNEL, id }));
    await pass(100);
    expect(statuses(lena)).toEqual(['sent']);
  });
});

it('does not add messages without a conversation to the list or the badge', async () => {
  const lena = start();
  await pass(100);
  lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
  lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('Buy this'), { id: 'unwanted-1' });
  lena.messaging.goAway();
  lena.messaging.comeBack();
  await pass(30_000);
  expect(lena.state().connection.phase).toBe('connected');
  expect(selectConversationRows(lena.state())).toEqual([]);
  expect(selectUnreadTotal(lena.state())).toBe(0);
});

describe('sendMessages', () => {
  it('sends earlier messages first, and each conversation in order', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const [early, first, aside, second] = [
      written(CHANNEL, 'early'),
      written(CHANNEL, 'first'),
      written(OTHER, 'aside'),
      written(CHANNEL, 'second'),
    ];
    const state = stateAfter(...joined, early);
    const { storeState } = await runFor(
      50,
      planOf({ ports, state }, sendMessages, context).dispatch(first).dispatch(aside).dispatch(second),
    );
    const saidIn = (wanted: string) =>
      messaging.log
        .filter(({ channel }) => channel === wanted)
        .map(({ message }) => (message as { details: string }).details);
    expect(saidIn(CHANNEL)).toEqual(['early', 'first', 'second']);
    expect(saidIn(OTHER)).toEqual(['aside']);
    for (const { payload } of [early, first, aside, second])
      expect(selectMessage(storeState as RootState, payload.channel, payload.id)?.status).toBe('sent');
  });
});

describe('sendMessage', () => {
  it('publishes the message and marks it as sent', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const { storeState } = await planOf({ ports, state }, sendMessage, context, message).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.log).toHaveLength(1);
  });

  it('does not publish a message that history already contains', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-lena', CHANNEL, submitted.payload.message, { id });
    const again = { ...message, mayBeStored: true };
    const { storeState } = await planOf({ ports, state }, sendMessage, context, again).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.log).toHaveLength(1);
  });

  it('fails after a refusal', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.refuse('publish', 413);
    const { storeState } = await planOf({ ports, state }, sendMessage, context, message).run();
    expect(statusIn(storeState)).toBe('failed');
    expect(messaging.log).toEqual([]);
  });

  it('renews the key once when access is denied', async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.refuse('publish', 403);
    const providers = [[call.fn(fetchMessagingConfig), { authKey: 'key-2' }]] as [
      ReturnType<typeof call.fn>,
      unknown,
    ][];
    const { storeState } = await planOf({ ports, state, providers }, sendMessage, context, message).run();
    expect(statusIn(storeState)).toBe('sent');
    expect(messaging.calls).toContain('renewKey key-2');
  });

  it('reports a message as sent without publishing it when its echo has already arrived', async () => {
    const { context, messaging, ports } = await aWorkplace();
    const sent = messageSent({ channel: CHANNEL, id, timetoken: '17000000000000001', details: 'Hello' });
    const settled = stateAfter(...joined, submitted, sent);
    await planOf({ ports, state: settled }, sendMessage, context, message).put(sent).run();
    expect(messaging.calls).toEqual([]);
  });
});

describe('findStored', () => {
  const pending = () => ({ ...selectMessage(state, CHANNEL, id)!, timestamp: Date.now() });

  it("finds the user's own message by id on an older page", async () => {
    const { context, messaging, ports } = await aWorkplace();
    const { timetoken } = messaging.publishAs('uuid-lena', CHANNEL, submitted.payload.message, { id });
    for (let n = 0; n < 250; n++)
      messaging.publishAs('uuid-max', CHANNEL, submitted.payload.message, { id: `later-message-${n}` });
    await planOf({ ports }, findStored, context, pending()).returns(timetoken).run();
  });

  it("ignores another user's message with the same id", async () => {
    const { context, messaging, ports } = await aWorkplace();
    messaging.publishAs('uuid-max', CHANNEL, submitted.payload.message, { id });
    await planOf({ ports }, findStored, context, pending()).returns(null).run();
  });
});
