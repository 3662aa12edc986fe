import { postUnreadMessages } from '#sagas/chat/postUnreadMessage.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { conversationJoined } from '#store/chat/conversationsSlice.ts';
import { messageSent, messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { peopleListed } from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { lena as personLena, max as personMax } from '#test/fixtures/people.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { CHANNEL, lenaSays, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter, thunksAnswered } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const ROUTE = 'POST /api/unread-messages';

/** Lena writes to Max, who is offline. The server responds to her messages one after another. */
async function lenaWrites(...answers: Answer[]) {
  const rest = [...answers];
  const lena = start({
    messaging: fakeMessaging(),
    answers: { [ROUTE]: (request) => (rest.shift() ?? (() => json({ accepted: true })))(request) },
  });
  await pass(100);
  lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Are you there?'));
  await pass(100);
  return {
    lena,
    messages: () => lena.api.asked(ROUTE),
    reports: () => lena.errors.map(({ where }) => where),
  };
}

const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

const written = (channel: string, text: string) => messageSubmitted(channel, lenaSays, text);

/** The API state after the directory has loaded. */
async function thatKnowsMax() {
  const client = start();
  await pass(100);
  return client.state().api;
}

const joined = [
  conversationStarted({ channel: CHANNEL, peerId: 9 }),
  conversationJoined({ channel: CHANNEL }),
];

it('reports a failure once and retries until the server accepts it', async () => {
  const { messages, reports } = await lenaWrites(
    () => problem(503, 'unavailable'),
    offline,
    () => problem(429, 'too-many-requests'),
  );
  expect(messages()).toBe(1);
  expect(reports()).toEqual([`unread message on ${CHANNEL}`]);
  await pass(60_000);
  expect(messages()).toBe(4);
  await pass(60_000);
  expect(messages()).toBe(4);
  expect(reports()).toHaveLength(1);
});

it('retries immediately when the network is back', async () => {
  const { lena, messages } = await lenaWrites(offline, offline, offline, offline, offline);
  await pass(10_000);
  const before = messages();
  lena.page.change('online', { isOnline: true });
  await pass(10);
  expect(messages()).toBe(before + 1);
});

it('lets the user write during the call, and notifies once', async () => {
  const { lena, messages } = await lenaWrites(offline);
  lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'And?'));
  await pass(20);
  expect(messages()).toBe(1);
  await pass(60_000);
  expect(messages()).toBe(2);
  const bodies = await Promise.all(
    lena.api.requests
      .filter(({ url }) => url.endsWith('/unread-messages'))
      .map((request) => request.clone().json() as Promise<unknown>),
  );
  expect(bodies).toEqual(Array(2).fill({ receiverId: 9, previewText: 'Are you there?' }));
});

it('stops when the peer has read the message', async () => {
  const { lena, messages } = await lenaWrites(...Array<Answer>(50).fill(offline));
  lena.messaging.setMember(CHANNEL, 'uuid-max', timetokenAt(Date.now() + 1_000));
  const before = messages();
  await pass(120_000);
  expect(messages()).toBe(before);
});

it('notifies once even if the response to the message is lost', async () => {
  const messaging = fakeMessaging();
  const lena = start({ messaging });
  await pass(100);
  lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  messaging.loseAnswers(true);
  lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Are you there?'));
  await pass(1_000);
  messaging.loseAnswers(false);
  await pass(60_000);
  expect(lena.api.asked(ROUTE)).toBe(1);
});

it('reports a final refusal and does not retry', async () => {
  const { messages, reports } = await lenaWrites(() => problem(404, 'not-found'));
  await pass(120_000);
  expect(messages()).toBe(1);
  expect(reports()).toEqual([`unread message on ${CHANNEL}`]);
});

it('ends with the session', async () => {
  const { lena, messages, reports } = await lenaWrites(() => problem(403, 'session-ended'));
  await pass(120_000);
  expect(messages()).toBe(1);
  expect(reports()).toEqual([]);
  expect(lena.state().session.status).toBe('signedOut');
});

describe('postUnreadMessages', () => {
  const one = written(CHANNEL, 'Are you there?');
  const sent = messageSent({
    channel: CHANNEL,
    id: one.payload.id,
    timetoken: timetokenAt(1),
    details: 'Hello',
  });
  const posting = () => {
    let messages = 0;
    const providers = [
      thunksAnswered(() => {
        messages += 1;
        return { unwrap: () => Promise.resolve({ accepted: true }), abort() {} };
      }),
    ];
    return { providers, messages: () => messages };
  };

  it('notifies an offline peer once for several messages', async () => {
    const { context, ports } = await aWorkplace();
    const { providers, messages } = posting();
    const directory = await thatKnowsMax();
    const state = { ...stateAfter(...joined, one, peopleListed({ uuids: [] })), api: directory };
    const { storeState } = await runFor(
      50,
      planOf({ ports, state, providers }, postUnreadMessages, context).dispatch(sent).dispatch(sent),
    );
    expect(messages()).toBe(1);
    expect(selectConversation(storeState as RootState, CHANNEL)?.unreadPostedAt).toBe(timetokenAt(1));
  });

  it('does not notify the peer of an unknown message', async () => {
    const { context, ports } = await aWorkplace();
    const { providers, messages } = posting();
    await runFor(
      50,
      planOf({ ports, state: stateAfter(...joined), providers }, postUnreadMessages, context).dispatch(sent),
    );
    expect(messages()).toBe(0);
  });
});

describe('notifying an offline peer', () => {
  it('notifies once per conversation, and again after the peer has read the messages', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    const messages = () => lena.api.asked('POST /api/unread-messages');
    for (const text of ['one', 'two']) lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, text));
    await pass(100);
    expect(messages()).toBe(1);
    lena.messaging.setMember(CHANNEL, 'uuid-max', timetokenAt(Date.now() + 1_000));
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'three'));
    await pass(100);
    expect(messages()).toBe(2);
  });

  it('waits until the presence list is loaded', async () => {
    const messaging = withHistory(0);
    messaging.present.add('uuid-max');
    for (let n = 0; n < 3; n++) messaging.refuse('hereNow', 500);
    const lena = start({ messaging });
    await pass(100);
    for (const text of ['one', 'two']) lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, text));
    await pass(500);
    expect(messaging.log).toHaveLength(2);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(0);
    await pass(30_000);
    expect(lena.state().presence.isKnown).toBe(true);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(0);
  });

  it('notifies once if the loaded presence list does not contain the peer', async () => {
    const messaging = withHistory(0);
    messaging.refuse('hereNow', 500);
    const lena = start({ messaging });
    await pass(100);
    for (const text of ['one', 'two']) lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, text));
    await pass(30_000);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(1);
  });

  it('waits for the directory, which maps people to their presence', async () => {
    const messaging = withHistory(0);
    messaging.present.add('uuid-max');
    const lena = start({ messaging, answers: { 'GET /api/users': () => problem(503, 'unavailable') } });
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'one'));
    await pass(1_000);
    lena.api.on('GET /api/users', () => json({ data: [personLena, personMax] }));
    await pass(30_000);
    expect(lena.state().presence.isKnown).toBe(true);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(0);
  });

  it('does not notify a peer who is online, and sends only the title of confidential feedback', async () => {
    const messaging = withHistory(0);
    messaging.present.add('uuid-max');
    const lena = start({ messaging });
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'hi'));
    await pass(100);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(0);
    lena.messaging.announce('app_T3_checkin', [], ['uuid-max']);
    await pass(10_100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Confidential session feedback: between us'));
    await pass(100);
    const body = await lena.api.requests.at(-1)!.clone().json();
    expect(body).toEqual({ receiverId: 9, previewText: 'Confidential session feedback:' });
  });
});
