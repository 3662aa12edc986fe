import { conversationStarted, messageSubmitted } from '#store/chat/chatSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { type Answer, json, problem } from '../support/fakeApi.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHANNEL = 'chat_T3_U7.U9';
const ROUTE = 'POST /api/unread-messages';
const lenaSays = { id: 7, firstName: 'Lena', lastName: 'Larsen' };

/** Lena writes to Max, who is away; the server answers her posts one after the other. */
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
  return { lena, posts: () => lena.api.asked(ROUTE), reports: () => lena.errors.map(({ where }) => where) };
}
const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

it('reports a failed post once, and tries again until it is taken', async () => {
  const { posts, reports } = await lenaWrites(
    () => problem(503, 'unavailable'),
    offline,
    () => problem(429, 'too-many-requests'),
  );
  expect(posts()).toBe(1);
  expect(reports()).toEqual([`unread post of ${CHANNEL}`]);
  await pass(60_000);
  expect(posts()).toBe(4);
  await pass(60_000);
  expect(posts()).toBe(4);
  expect(reports()).toHaveLength(1);
});

it('tries at once when the network is back', async () => {
  const { lena, posts } = await lenaWrites(offline, offline, offline, offline, offline);
  await pass(10_000);
  const before = posts();
  lena.page.change('online', { isOnline: true });
  await pass(10);
  expect(posts()).toBe(before + 1);
});

it('goes on writing meanwhile, and tells once for all of it', async () => {
  const { lena, posts } = await lenaWrites(offline);
  lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'And?'));
  await pass(20);
  expect(posts()).toBe(1);
  await pass(60_000);
  expect(posts()).toBe(2);
  const bodies = await Promise.all(
    lena.api.requests
      .filter(({ url }) => url.endsWith('/unread-messages'))
      .map((request) => request.clone().json() as Promise<unknown>),
  );
  expect(bodies).toEqual(Array(2).fill({ receiverId: 9, previewText: 'Are you there?' }));
});

it('gives up what was read meanwhile', async () => {
  const { lena, posts } = await lenaWrites(...Array<Answer>(50).fill(offline));
  lena.messaging.setMember(CHANNEL, 'uuid-max', timetokenAt(Date.now() + 1_000));
  const before = posts();
  await pass(120_000);
  expect(posts()).toBe(before);
});

it('tells once, also when the answer to the message itself was lost', async () => {
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

it('reports what can never be taken, and lets it be', async () => {
  const { posts, reports } = await lenaWrites(() => problem(404, 'not-found'));
  await pass(120_000);
  expect(posts()).toBe(1);
  expect(reports()).toEqual([`unread post of ${CHANNEL}`]);
});

it('ends with the session', async () => {
  const { lena, posts, reports } = await lenaWrites(() => problem(403, 'session-ended'));
  await pass(120_000);
  expect(posts()).toBe(1);
  expect(reports()).toEqual([]);
  expect(lena.state().session.status).toBe('signedOut');
});
