import { createRequire } from 'node:module';
import { keys, startService, type TestService, until } from './service.ts';

/** What is used here of the SDK, alike in all its versions. */
interface Client {
  addListener(listener: Record<string, (event: Record<string, unknown>) => void>): void;
  subscribe(to: { channels: string[]; withPresence?: boolean; channelGroups?: string[] }): void;
  unsubscribe(from: { channels: string[] }): void;
  publish(message: Record<string, unknown>): Promise<{ timetoken: string }>;
  signal(message: Record<string, unknown>): Promise<{ timetoken: string }>;
  fetchMessages(of: Record<string, unknown>): Promise<{ channels: Record<string, { message: unknown }[]> }>;
  history(of: Record<string, unknown>): Promise<{ messages: { entry: unknown }[] }>;
  messageCounts(of: Record<string, unknown>): Promise<{ channels: Record<string, number> }>;
  hereNow(of: Record<string, unknown>): Promise<{ totalOccupancy: number }>;
  grant(what: Record<string, unknown>): Promise<unknown>;
  time(): Promise<{ timetoken: string | number }>;
  objects: {
    setMemberships(what: Record<string, unknown>): Promise<unknown>;
    getMemberships(of: Record<string, unknown>): Promise<{ data: { channel: { id: string } }[] }>;
  };
  channelGroups: {
    addChannels(to: Record<string, unknown>): Promise<unknown>;
    listChannels(of: Record<string, unknown>): Promise<{ channels: string[] }>;
  };
  stop?(): void;
  destroy?(isOffline?: boolean): void;
}

const load = createRequire(`${process.cwd()}/package.json`);

describe.each(['pubnub-4', 'pubnub-7'])('a client of the age of %s', (version) => {
  const PubNub = load(version) as new (options: Record<string, unknown>) => Client;
  let service: TestService;
  const clients: Client[] = [];
  const client = (uuid: string, more: Record<string, unknown> = {}) => {
    const made = new PubNub({
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      origin: `127.0.0.1:${service.port}`,
      ssl: false,
      uuid,
      ...more,
    });
    clients.push(made);
    return made;
  };
  beforeAll(async () => {
    service = await startService({ access: 'on', holdMs: 2_000 });
  });
  afterAll(async () => {
    for (const one of clients) one.stop?.();
    await service.close();
  });

  it('talks, is present and reads back what was said', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.grant({
      channels: ['hall', 'hall-pnpres', 'yard'],
      authKeys: ['key'],
      read: true,
      write: true,
      ttl: 5,
    });
    const heard: Record<string, unknown>[] = [];
    const seen: Record<string, unknown>[] = [];
    let isConnected = false;
    const ada = client('ada', { authKey: 'key' });
    ada.addListener({
      status: ({ category }) => {
        isConnected ||= category === 'PNConnectedCategory';
      },
      message: (event) => void heard.push(event),
      presence: (event) => void seen.push(event),
    });
    ada.subscribe({ channels: ['hall', 'yard'], withPresence: false });
    await until(() => isConnected);

    const ben = client('ben', { authKey: 'key' });
    for (const n of [1, 2, 3]) await ben.publish({ channel: 'hall', message: { n }, meta: { id: `m${n}` } });
    await ben.publish({ channel: 'yard', message: 'posted', sendByPost: true });
    await until(() => heard.length === 4);
    expect(heard.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, 'posted']);
    expect(heard[0]).toMatchObject({ channel: 'hall', publisher: 'ben', userMetadata: { id: 'm1' } });
    expect((await ada.hereNow({ channels: ['hall'] })).totalOccupancy).toBe(1);

    const page = await ada.fetchMessages({ channels: ['hall'], count: 500 });
    expect(page.channels.hall?.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const old = await ada.history({ channel: 'hall', count: 2 });
    expect(old.messages.map(({ entry }) => entry)).toEqual([{ n: 2 }, { n: 3 }]);
    const counts = await ada.messageCounts({ channels: ['hall', 'yard'], channelTimetokens: ['1'] });
    expect(counts.channels).toEqual({ hall: 3, yard: 1 });
    expect(String((await ada.time()).timetoken)).toMatch(/^1\d{16}$/);
  });

  it('is refused what it may not, as access denied', async () => {
    const eve = client('eve', { authKey: 'stolen' });
    await expect(eve.publish({ channel: 'hall', message: 1 })).rejects.toMatchObject({
      status: { category: 'PNAccessDeniedCategory', statusCode: 403 },
    });
  });

  it('keeps memberships and channel groups', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.objects.setMemberships({ uuid: 'ada', channels: ['hall', 'yard'] });
    const { data } = await owner.objects.getMemberships({ uuid: 'ada' });
    expect(data.map(({ channel }) => channel.id)).toEqual(['hall', 'yard']);
    await owner.channelGroups.addChannels({ channelGroup: 'places', channels: ['hall', 'yard'] });
    const { channels } = await owner.channelGroups.listChannels({ channelGroup: 'places' });
    expect(channels).toEqual(['hall', 'yard']);
  });
});
