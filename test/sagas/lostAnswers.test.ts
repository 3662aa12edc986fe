import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { selectMessages } from '#store/chat/messageSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { aUser, max as personMax } from '#test/fixtures/people.ts';
import { keys, startService, type TestService, until } from '#test/server/messaging/service.ts';
import { type Client, startClient } from '#test/support/client.ts';
import { json } from '#test/support/fakeApi.ts';
import { type FaultProxy, startFaultProxy } from '#test/support/faultProxy.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';
import { letHeartbeatsGo } from '#test/support/letHeartbeatsGo.ts';

/** Full run: LOST_ANSWERS=1000. */
const COUNT = Number(process.env.LOST_ANSWERS ?? '20');

let service: TestService;
let proxy: FaultProxy;
const clients: Client[] = [];
beforeAll(async () => {
  letHeartbeatsGo();
  service = await startService();
  proxy = await startFaultProxy(service.port);
});
afterAll(async () => {
  for (const { root } of clients) root.cancel();
  await proxy.close();
  await service.close();
});

/** The whole client with the real SDK, and the service behind a proxy. */
function open(user: ReturnType<typeof aUser>) {
  const config = {
    authKey: 'none',
    subKey: keys.subscribeKey,
    pubKey: keys.publishKey,
    uuid: user.uuid,
    expiresIn: 3_600,
    origin: `localhost:${proxy.port}`,
    ssl: false,
  };
  const client = startClient({
    user,
    connect: connectPubNub,
    answers: {
      'GET /api/messaging/config': () => json(config),
      'POST /api/conversations': async () => {
        await service
          .owner()
          .objects.setChannelMembers({ channel: CHANNEL, uuids: ['uuid-lena', 'uuid-max'] });
        return json({ channel: CHANNEL });
      },
    },
  });
  clients.push(client);
  return client;
}
const shown = ({ state }: Client) => selectMessages(state(), CHANNEL);

it(
  `${COUNT} messages with lost responses are stored once each, and shown once and in order to both people`,
  async () => {
    const lena = open(aUser());
    const max = open(aUser({ userId: personMax.userId, uuid: personMax.uuid }));
    const isLive = ({ state }: Client) => state().connection.phase === 'connected';
    await until(() => isLive(lena) && isLive(max));
    for (const [client, peerId] of [
      [lena, 9],
      [max, 7],
    ] as const)
      client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId }));
    const user = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
    lena.store.dispatch(messageSubmitted(CHANNEL, user, 'the first of them'));
    await until(() => shown(max).length === 1);

    proxy.cutAnswers(/^\/publish\//);
    const texts = Array.from({ length: COUNT }, (_one, n) => `message ${n + 1}`);
    for (const text of texts) lena.store.dispatch(messageSubmitted(CHANNEL, user, text));
    const isSettled = () => shown(lena).every(({ status }) => status === 'sent');
    await until(() => isSettled() && shown(max).length > COUNT, 5_000 + COUNT * 1_000);
    expect(proxy.cut).toBe(COUNT);
    for (const client of [lena, max])
      expect(shown(client).map(({ details }) => details)).toEqual(['the first of them', ...texts]);
    const stored = await service.database.pool.query('select count(*)::int as count from messaging.messages');
    expect(stored.rows).toEqual([{ count: COUNT + 1 }]);
  },
  30_000 + COUNT * 1_000,
);
