import { type Channel, Chat, type Message } from '@pubnub/chat';
import type PubNub from 'pubnub';
import { keys, startService, type TestService, until } from './service.ts';

/** PubNub's Chat SDK, which is built on App Context, message actions and history. */
describe("PubNub's Chat SDK", () => {
  let service: TestService;
  const stops: (() => void)[] = [];
  beforeAll(async () => {
    service = await startService();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  afterAll(() => service.close());

  const chatOf = (userId: string, options: Partial<PubNub.PubNubConfiguration> = {}) =>
    Chat.init({
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      userId,
      origin: `127.0.0.1:${service.port}`,
      ssl: false,
      ...options,
    } as Parameters<typeof Chat.init>[0]);
  /** Connects to a channel and collects its messages. */
  const connected = async (channel: Channel) => {
    const received: string[] = [];
    stops.push(channel.connect((message: Message) => void received.push(message.content.text)));
    await until(async () => (await channel.whoIsPresent()).length > 0);
    return received;
  };

  it('creates users and finds them', async () => {
    const ada = await chatOf('ada');
    await ada.createUser('carl', { name: 'Carl', custom: { team: 'blue' } });
    expect(await ada.getUser('carl')).toMatchObject({ id: 'carl', name: 'Carl', custom: { team: 'blue' } });
    expect(await ada.getUser('unknown')).toBeNull();
    expect((await ada.getUsers()).users.map(({ id }) => id)).toContain('carl');
  });

  it('supports a direct conversation: messages, history, unread counts and reactions', async () => {
    const [ada, ben] = [await chatOf('ada'), await chatOf('ben')];
    const { channel, hostMembership } = await ada.createDirectConversation({ user: ben.currentUser });
    const received = await connected(channel);
    const benChannel = await ben.getChannel(channel.id);
    await benChannel?.sendText('One');
    await benChannel?.sendText('Two', { ttl: 0 });
    await benChannel?.sendText('Three', { sendByPost: true, meta: { a: 1 } });
    await until(() => received.length === 3);
    expect(received).toEqual(['One', 'Two', 'Three']);
    const { messages } = (await channel.getHistory({ count: 10 })) as { messages: Message[] };
    expect(messages.map(({ content }) => content.text)).toEqual(['One', 'Two', 'Three']);

    const [first, second] = messages;
    const membership = await hostMembership.setLastReadMessage(first!);
    expect(await membership.getUnreadMessagesCount()).toBe(2);
    const { countsByChannel } = await ada.fetchUnreadMessagesCounts();
    expect(countsByChannel).toMatchObject([{ channel: { id: channel.id }, count: 2 }]);
    await ada.markAllMessagesAsRead();
    expect((await ada.fetchUnreadMessagesCounts()).countsByChannel).toEqual([]);

    const liked = await second!.toggleReaction('like');
    expect(liked.hasUserReaction('like')).toBe(true);
    const { messages: seen } = (await benChannel!.getHistory({ count: 10 })) as { messages: Message[] };
    expect(seen[1]?.reactions).toMatchObject([{ value: 'like', isMine: false, userIds: ['ada'] }]);
    expect((await liked.toggleReaction('like')).reactions).toEqual([]);
  });

  it('lists all users and channels with a token only if the setting allows it', async () => {
    const listed = async (listAll: boolean) => {
      const secured = await startService({ access: 'on', listAll }, service);
      const token = await secured.owner().grantToken({
        ttl: 5,
        authorized_uuid: 'ada',
        resources: { uuids: { ada: { get: true, update: true } } },
      });
      const lists = ['uuids', 'channels'].map((kind) => `/v2/objects/${keys.subscribeKey}/${kind}`);
      const statuses = await Promise.all([
        ...lists.map((path) => secured.get(path, { auth: token })),
        ...lists.map((path) => secured.get(path)),
      ]);
      await secured.close();
      return statuses.map(({ status }) => status);
    };
    expect(await listed(false)).toEqual([403, 403, 403, 403]);
    expect(await listed(true)).toEqual([200, 200, 403, 403]);
  });
});
