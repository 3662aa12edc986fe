import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { selectMessages } from '#store/chat/messageSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { aUser, max as personMax } from '#test/fixtures/people.ts';
import { type RunningMessaging, startMessaging } from '#test/journeys/support/messaging.ts';
import { until } from '#test/server/messaging/service.ts';
import { type Client, startClient } from '#test/support/client.ts';
import { json } from '#test/support/fakeApi.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';
import { letHeartbeatsGo } from '#test/support/letHeartbeatsGo.ts';

/**
 * Full run: NODE_ENV=production KILL_ROUNDS=20 KILL_MESSAGES=100. Production mode skips the development checks, which
 * inspect the messages of all earlier rounds after each action.
 */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? '1');
const MESSAGES = Number(process.env.KILL_MESSAGES ?? '20');
/** Longer than a client's longest delay between 2 attempts. */
const STILL_MS = 30_000;

let messaging: RunningMessaging;
const clients: Client[] = [];
beforeAll(async () => {
  letHeartbeatsGo();
  messaging = await startMessaging({ MESSAGING_ACCESS: 'off' });
}, 60_000);
afterAll(async () => {
  for (const { root } of clients) root.cancel();
  await messaging.dispose();
});

/** The whole client with the real SDK. */
function open(user: ReturnType<typeof aUser>) {
  const { PUBNUB_SUBSCRIBE_KEY: subKey, PUBNUB_PUBLISH_KEY: pubKey } = messaging.productSettings();
  const origin = `localhost:${messaging.port}`;
  const config = { authKey: 'none', subKey, pubKey, uuid: user.uuid, expiresIn: 3_600, origin, ssl: false };
  const client = startClient({
    user,
    connect: connectPubNub,
    answers: { 'GET /api/messaging/config': () => json(config) },
  });
  clients.push(client);
  return client;
}
const shown = ({ state }: Client, mark: string) =>
  selectMessages(state(), CHANNEL).filter(({ details }) => details.startsWith(mark));
/** The state of both clients, for the error message of a round that does not end. */
const stateOf = (people: { client: Client }[], mark: string) =>
  JSON.stringify(
    people.map(({ client }) => {
      const messages = shown(client, mark);
      const unsent = messages.filter(({ status }) => status !== 'sent').map(({ details }) => details);
      const { connection } = client.state();
      return { messages: messages.length, unsent, connection, errors: client.errors.slice(-3).map(String) };
    }),
  );
const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));

it(
  `both clients have the same messages in the same order without duplicates after kills (${ROUNDS} rounds of ${MESSAGES} messages)`,
  async () => {
    const people = [
      { client: open(aUser()), user: { id: 7, firstName: 'Lena', lastName: 'Larsen' }, peerId: 9 },
      {
        client: open(aUser({ userId: personMax.userId, uuid: personMax.uuid })),
        user: { id: 9, firstName: 'Max', lastName: 'Mustermann' },
        peerId: 7,
      },
    ];
    await until(() => people.every(({ client }) => client.state().connection.phase === 'connected'), 20_000);
    for (const { client, peerId } of people)
      client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId }));
    for (let round = 1; round <= ROUNDS; round++) {
      const mark = `round ${round},`;
      const writing = Promise.all(
        people.map(async ({ client, user }) => {
          for (let n = 1; n <= MESSAGES; n++) {
            client.store.dispatch(messageSubmitted(CHANNEL, user, `${mark} ${user.firstName} ${n}`));
            await pause(Math.random() * 40);
          }
        }),
      );
      await pause(Math.random() * 20 * MESSAGES);
      await messaging.kill();
      await pause(Math.random() * 1_000);
      await messaging.restart();
      await writing;
      const isWhole = ({ client }: (typeof people)[number]) => {
        const messages = shown(client, mark);
        return messages.length >= MESSAGES * 2 && messages.every(({ status }) => status === 'sent');
      };
      const settled = () =>
        people.flatMap(({ client }) => shown(client, mark)).filter(({ status }) => status === 'sent').length;
      // A busy machine may be slow, so only a round without progress fails.
      for (let before = -1; !people.every(isWhole); ) {
        const now = settled();
        if (now === before) throw new Error(`Round ${round} does not end: ${stateOf(people, mark)}`);
        before = now;
        await until(() => people.every(isWhole), STILL_MS).catch(() => {});
      }
      const [lenas, maxs] = people.map(({ client }) => shown(client, mark).map(({ details }) => details));
      expect(lenas).toEqual(maxs);
      for (const { user } of people)
        expect(lenas?.filter((text) => text.includes(user.firstName))).toEqual(
          Array.from({ length: MESSAGES }, (_one, n) => `${mark} ${user.firstName} ${n + 1}`),
        );
      expect(lenas).toHaveLength(MESSAGES * 2);
      if (ROUNDS > 1)
        process.stderr.write(`round ${round} is whole at ${Math.round(performance.now() / 1_000)} s\n`);
    }
  },
  60_000 + ROUNDS * 90_000,
);
