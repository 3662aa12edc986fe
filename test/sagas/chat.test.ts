import type { ChatMessage } from '#contract/chat.ts';
import {
  selectConversationRows,
  selectNewAfter,
  selectOpenPosts,
  selectOpenThread,
  selectUnreadTotal,
} from '#store/chat/chatSelectors.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
  historyRequested,
  messageRetried,
  messageSubmitted,
} from '#store/chat/chatSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { aUser } from '../fixtures/people.ts';
import { type Client, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json } from '../support/fakeApi.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHANNEL = 'chat_T3_U7.U9';
const lenaSays = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
const fromMax = (
  details: string,
  user: ChatMessage['user'] = { id: 9, firstName: 'Max', lastName: 'M' },
) => ({
  user,
  details,
  timestamp: Date.now(),
});
const aMax = aUser({ userId: 9, uuid: 'uuid-max', firstName: 'Max', lastName: 'Mustermann' });

/** Lena and Max have written to each other before: `count` messages of Max, none of them read. */
function withHistory(count: number) {
  const messaging = fakeMessaging();
  messaging.setMember(CHANNEL, 'uuid-lena', undefined);
  messaging.setMember(CHANNEL, 'uuid-max', undefined);
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `history-${n}` });
  return messaging;
}
const open = ({ store }: Client) => store.dispatch(conversationOpened({ channel: CHANNEL, peerId: 9 }));
const texts = ({ state }: Client) => selectOpenPosts(state()).map(({ details }) => details);

describe('a conversation', () => {
  it('is begun by one and appears with its message and an unread count at the other', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Hello Max'));
    await pass(100);
    expect(selectConversationRows(max.state())).toMatchObject([
      { name: 'Lena Larsen', unread: 1, lastMessage: { details: 'Hello Max', isOwn: false } },
    ]);
    expect(selectOpenPosts(lena.state())).toMatchObject([{ details: 'Hello Max', status: 'sent' }]);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('is there again after a reload, in order and once', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'one'));
    await pass(100);
    max.store.dispatch(messageSubmitted(CHANNEL, { id: 9, firstName: 'Max', lastName: 'M' }, 'two'));
    await pass(100);
    const reloaded = start({ messaging });
    await pass();
    open(reloaded);
    await pass(100);
    expect(texts(reloaded)).toEqual(['one', 'two']);
  });

  it('that was only opened is on nobody’s list', async () => {
    const lena = start();
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(selectConversationRows(lena.state())).toEqual([]);
    expect(lena.messaging.members.get(CHANNEL)).toBeUndefined();
  });

  it('counts only what was not read, and keeps the read position with the service when it is closed', async () => {
    const messaging = withHistory(3);
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(3);
    open(lena);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(messaging.log.at(-1)?.timetoken);
    const elsewhere = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(elsewhere.state())).toBe(0);
  });

  it('that is read in one browser is read in the other', async () => {
    const messaging = withHistory(2);
    const here = start({ messaging });
    const there = start({ messaging });
    await pass(100);
    open(here);
    await pass(2_500);
    expect(selectUnreadTotal(there.state())).toBe(0);
  });

  it('is not read while nobody looks at the page', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    lena.page.change('blur', { isFocused: false });
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.page.change('focus', { isFocused: true });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('shows from where it is new when the widget is opened again, and nothing as new to whom has seen it all', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    const seen = lena.messaging.log.at(-1)?.timetoken;
    lena.store.dispatch(chatToggled());
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.store.dispatch(chatToggled());
    expect(selectNewAfter(lena.state())).toBe(seen);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    open(lena);
    expect(selectNewAfter(lena.state())).toBeNull();
  });

  it('counts nothing from before the person joined as unread', async () => {
    const messaging = withHistory(2);
    const newcomer = start({ messaging, user: aUser({ joinedAt: '2026-11-22T00:00:00.000Z' }) });
    await pass(100);
    expect(selectUnreadTotal(newcomer.state())).toBe(0);
  });
});

describe('history', () => {
  it('comes in pages of 500, fetched in calls of 100, to the very start, without a gap or a double', async () => {
    const lena = start({ messaging: withHistory(742) });
    await pass(100);
    lena.messaging.calls.length = 0;
    open(lena);
    await pass(100);
    expect(lena.messaging.calls.filter((call) => call === 'history')).toHaveLength(5);
    expect(texts(lena)).toHaveLength(500);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(Array.from({ length: 742 }, (_, index) => `message ${index + 1}`));
    expect(selectOpenThread(lena.state())).toMatchObject({ isAtStart: true, isLoading: false });
  });

  it('that could not be read says so and is read when it is asked for again', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    lena.messaging.refuse('history', 403);
    open(lena);
    await pass(100);
    expect(selectOpenThread(lena.state())).toMatchObject({ hasFailed: true, isLoading: false });
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(['message 1']);
  });
});

describe('sending', () => {
  const say = ({ store }: Client, details: string) =>
    store.dispatch(messageSubmitted(CHANNEL, lenaSays, details)).payload.id;
  const statuses = ({ state }: Client) => selectOpenPosts(state()).map(({ status }) => status);

  it('keeps a message on screen while the service is away and sends it once when it is back', async () => {
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

  it('shows a message once though the answer to it was lost and it was sent again', async () => {
    const messaging = withHistory(0);
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass(100);
    open(lena);
    open(max);
    for (const connection of messaging.connections) connection.isConnected = false; // no echo either
    messaging.loseAnswers(true);
    say(lena, 'twice on the wire');
    await pass(100);
    messaging.loseAnswers(false);
    await pass(45_000);
    expect(messaging.log.length).toBeGreaterThan(1);
    expect(texts(lena)).toEqual(['twice on the wire']);
    max.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(max)).toEqual(['twice on the wire']);
  });

  it('does not send again what the echo has shown to be there, though the answer was lost', async () => {
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

  it('marks a refused message failed, holds up no later one, and sends it again under the same id when asked', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 413);
    const id = say(lena, 'too long');
    say(lena, 'short');
    await pass(100);
    expect(selectOpenPosts(lena.state()).map(({ details, status }) => [details, status])).toEqual([
      ['short', 'sent'],
      ['too long', 'failed'],
    ]);
    lena.store.dispatch(messageRetried({ channel: CHANNEL, id }));
    await pass(100);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(lena.messaging.log.map(({ meta }) => (meta as { id: string }).id)).toContain(id);
  });

  it('renews a key that was refused and sends once more', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 403);
    say(lena, 'with a new key');
    await pass(100);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.calls).toContain('renewKey key-1');
  });

  it('sends what was written before the service had told how to connect', async () => {
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

  it('sends what was written before there was a connection', async () => {
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
});

describe('receiving', () => {
  it('reports what breaks the contract and goes on with what comes after it', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    lena.messaging.publishAs('uuid-max', CHANNEL, { details: 5 }, null);
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('whole again'), { id: 'whole-again' });
    await pass(100);
    open(lena);
    expect(texts(lena)).toEqual(['whole again']);
    expect(lena.errors.map(({ where }) => where)).toEqual([`message on ${CHANNEL}`]);
  });

  it('shows a message under its publisher, whoever it names', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('I am Lena', lenaSays), { id: 'pretender-1' });
    await pass(100);
    open(lena);
    expect(selectOpenPosts(lena.state())).toMatchObject([{ publisherId: 9 }]);
    expect(lena.errors).toHaveLength(1);
  });

  it('makes one action of a burst', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    for (let n = 0; n < 200; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`burst ${n}`), { id: `burst-id-${n}` });
    await pass(100);
    expect(lena.actions.filter((type) => type === 'chat/messagesReceived')).toHaveLength(1);
    expect(selectUnreadTotal(lena.state())).toBe(200);
  });

  it('catches up with what was said while the connection was down, before anything live', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    for (let n = 1; n <= 230; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`missed ${n}`), { id: `missed-id-${n}` });
    await pass(5_000);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(texts(lena)).toHaveLength(232);
    expect(texts(lena).at(-1)).toBe('missed 230');
    expect(lena.state().presence.connection.phase).toBe('connected');
  });

  it('reads anew what no longer joins the present after a very long absence', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    for (let n = 1; n <= 900; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`missed ${n}`), { id: `missed-id-${n}` });
    lena.messaging.comeBack();
    await pass(45_000);
    expect(texts(lena)).toHaveLength(500);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toHaveLength(902);
    expect(new Set(texts(lena)).size).toBe(902);
  });
});

describe('telling a person who is away', () => {
  it('posts once in a conversation, and again only after they have read it', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    const posts = () => lena.api.asked('POST /api/unread-messages');
    for (const text of ['one', 'two']) lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, text));
    await pass(100);
    expect(posts()).toBe(1);
    lena.messaging.setMember(CHANNEL, 'uuid-max', timetokenAt(Date.now() + 1_000));
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'three'));
    await pass(100);
    expect(posts()).toBe(2);
  });

  it('posts nothing to a person who is online, and only the prefix of confidential feedback', async () => {
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
