import { createRequire } from 'node:module';
import { keys, startService, type TestService, until } from '#test/server/messaging/service.ts';

/** The parts of the SDK that these tests use, which are the same in all versions. */
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
  whereNow(of: Record<string, unknown>): Promise<{ channels: string[] }>;
  setState(of: Record<string, unknown>): Promise<{ state: unknown }>;
  getState(of: Record<string, unknown>): Promise<{ channels: unknown }>;
  deleteMessages(of: Record<string, unknown>): Promise<unknown>;
  addMessageAction(what: Record<string, unknown>): Promise<{ data: { actionTimetoken: string } }>;
  removeMessageAction(what: Record<string, unknown>): Promise<unknown>;
  sendFile(what: Record<string, unknown>): Promise<{ id: string; name: string }>;
  downloadFile(what: Record<string, unknown>): Promise<{ toBuffer(): Promise<Buffer> }>;
  listFiles(of: Record<string, unknown>): Promise<{ data: { name: string }[] }>;
  deleteFile(what: Record<string, unknown>): Promise<unknown>;
  grant(what: Record<string, unknown>): Promise<unknown>;
  time(): Promise<{ timetoken: string | number }>;
  objects: {
    setMemberships(what: Record<string, unknown>): Promise<unknown>;
    getMemberships(of: Record<string, unknown>): Promise<{ data: { channel: { id: string } }[] }>;
    setUUIDMetadata(what: Record<string, unknown>): Promise<{ data: { name: string } }>;
    getUUIDMetadata(of: Record<string, unknown>): Promise<{ data: { name: string } }>;
    getAllUUIDMetadata(of: Record<string, unknown>): Promise<{ data: { id: string }[]; totalCount: number }>;
    setChannelMembers(what: Record<string, unknown>): Promise<unknown>;
    getChannelMembers(of: Record<string, unknown>): Promise<{ data: { uuid: { id: string } }[] }>;
  };
  channelGroups: {
    addChannels(to: Record<string, unknown>): Promise<unknown>;
    listChannels(of: Record<string, unknown>): Promise<{ channels: string[] }>;
  };
  stop?(): void;
  destroy?(isOffline?: boolean): void;
}

const ESCAPED = ['ä ö', "it's!", '50%', 'q?x=1&y', 'a+b', '#1', '日本'];

const load = createRequire(`${process.cwd()}/package.json`);

describe.each(['pubnub-4', 'pubnub-7'])('the older client %s', (version) => {
  const PubNub = load(version) as new (options: Record<string, unknown>) => Client;
  let service: TestService;
  const clients: Client[] = [];
  const client = (uuid: string, more: Record<string, unknown> = {}) => {
    const pubnub = new PubNub({
      publishKey: keys.publishKey,
      subscribeKey: keys.subscribeKey,
      origin: `127.0.0.1:${service.port}`,
      ssl: false,
      uuid,
      ...more,
    });
    clients.push(pubnub);
    return pubnub;
  };
  beforeAll(async () => {
    service = await startService({ access: 'on', pollTimeoutMs: 2_000 });
  });
  afterAll(async () => {
    for (const one of clients) one.stop?.();
    await service.close();
  });

  it('publishes messages, appears in presence and loads the history', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.grant({
      channels: ['hall', 'hall-pnpres', 'yard'],
      authKeys: ['key'],
      read: true,
      write: true,
      ttl: 5,
    });
    const received: Record<string, unknown>[] = [];
    const seen: Record<string, unknown>[] = [];
    let isConnected = false;
    const ada = client('ada', { authKey: 'key' });
    ada.addListener({
      status: ({ category }) => {
        isConnected ||= category === 'PNConnectedCategory';
      },
      message: (event) => void received.push(event),
      presence: (event) => void seen.push(event),
    });
    ada.subscribe({ channels: ['hall', 'yard'], withPresence: false });
    await until(() => isConnected);

    const ben = client('ben', { authKey: 'key' });
    for (const n of [1, 2, 3]) await ben.publish({ channel: 'hall', message: { n }, meta: { id: `m${n}` } });
    await ben.publish({ channel: 'yard', message: 'posted', sendByPost: true });
    await until(() => received.length === 4);
    expect(received.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, 'posted']);
    expect(received[0]).toMatchObject({ channel: 'hall', publisher: 'ben', userMetadata: { id: 'm1' } });
    expect((await ada.hereNow({ channels: ['hall'] })).totalOccupancy).toBe(1);

    const page = await ada.fetchMessages({ channels: ['hall'], count: 500 });
    expect(page.channels.hall?.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const old = await ada.history({ channel: 'hall', count: 2 });
    expect(old.messages.map(({ entry }) => entry)).toEqual([{ n: 2 }, { n: 3 }]);
    const counts = await ada.messageCounts({ channels: ['hall', 'yard'], channelTimetokens: ['1'] });
    expect(counts.channels).toEqual({ hall: 3, yard: 1 });
    expect(String((await ada.time()).timetoken)).toMatch(/^1\d{16}$/);
  });

  it('reports missing permissions as access denied', async () => {
    const eve = client('eve', { authKey: 'stolen' });
    await expect(eve.publish({ channel: 'hall', message: 1 })).rejects.toMatchObject({
      status: { category: 'PNAccessDeniedCategory', statusCode: 403 },
    });
  });

  it('supports presence, state and signals', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.grant({
      channels: ['den', 'den-pnpres'],
      authKeys: ['den'],
      read: true,
      write: true,
      ttl: 5,
    });
    const seen: Record<string, unknown>[] = [];
    const typed: Record<string, unknown>[] = [];
    let isConnected = false;
    const watcher = client('watcher', { authKey: 'den' });
    watcher.addListener({
      status: ({ category }) => {
        isConnected ||= category === 'PNConnectedCategory';
      },
      presence: (event) => void seen.push(event),
      signal: (event) => void typed.push(event),
    });
    watcher.subscribe({ channels: ['den'], withPresence: true });
    await until(() => isConnected);
    const ben = client('ben', { authKey: 'den' });
    ben.subscribe({ channels: ['den'] });
    const actions = () => seen.filter(({ uuid }) => uuid === 'ben').map(({ action }) => action);
    await until(() => actions().includes('join'));
    expect((await ben.whereNow({ uuid: 'ben' })).channels).toEqual(['den']);
    await ben.setState({ channels: ['den'], state: { mood: 'fine' } });
    expect((await watcher.getState({ channels: ['den'], uuid: 'ben' })).channels).toEqual({
      den: { mood: 'fine' },
    });
    await ben.signal({ channel: 'den', message: 'typing' });
    await until(() => typed.length === 1);
    expect(typed[0]).toMatchObject({ channel: 'den', publisher: 'ben', message: 'typing' });
    ben.unsubscribe({ channels: ['den'] });
    await until(() => actions().includes('leave'));
    expect(actions()).toEqual(['join', 'state-change', 'leave']);
  });

  it('supports channel names that must be escaped', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.grant({ channels: ESCAPED, authKeys: ['odd'], read: true, write: true, ttl: 5 });
    const received: unknown[] = [];
    let isConnected = false;
    const ada = client('ada', { authKey: 'odd' });
    ada.addListener({
      status: ({ category }) => {
        isConnected ||= category === 'PNConnectedCategory';
      },
      message: ({ channel }) => void received.push(channel),
    });
    ada.subscribe({ channels: ESCAPED });
    await until(() => isConnected);
    for (const channel of ESCAPED) await ada.publish({ channel, message: { to: channel } });
    await until(() => received.length === ESCAPED.length);
    expect(received).toEqual(ESCAPED);
    const { channels } = await ada.messageCounts({ channels: ESCAPED, channelTimetokens: ['1'] });
    expect(channels).toEqual(Object.fromEntries(ESCAPED.map((channel) => [channel, 1])));
  });

  it('supports message actions, deletion and files', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    const { timetoken } = await owner.publish({ channel: 'notes', message: 'one' });
    const about = { channel: 'notes', messageTimetoken: timetoken };
    const added = await owner.addMessageAction({ ...about, action: { type: 'edit', value: 'uno' } });
    const shown = await owner.fetchMessages({ channels: ['notes'], includeMessageActions: true });
    const [message] = shown.channels.notes ?? [];
    const edits = (message as { actions?: { edit?: Record<string, unknown> } }).actions?.edit ?? {};
    expect(Object.keys(edits)).toEqual(['uno']);
    await owner.removeMessageAction({ ...about, actionTimetoken: added.data.actionTimetoken });
    await owner.deleteMessages({ channel: 'notes' });
    expect((await owner.fetchMessages({ channels: ['notes'], count: 500 })).channels).toEqual({});

    const file = { data: Buffer.from('hello'), name: 'hello.txt', mimeType: 'text/plain' };
    const { id, name } = await owner.sendFile({ channel: 'notes', file });
    expect((await owner.listFiles({ channel: 'notes' })).data).toMatchObject([{ name: 'hello.txt' }]);
    const downloaded = await owner.downloadFile({ channel: 'notes', id, name });
    expect((await downloaded.toBuffer()).toString()).toBe('hello');
    await owner.deleteFile({ channel: 'notes', id, name });
    expect((await owner.listFiles({ channel: 'notes' })).data).toEqual([]);
  });

  it('supports metadata and members', async () => {
    const { objects } = client('server', { secretKey: keys.secretKey });
    await objects.setUUIDMetadata({ uuid: 'ada', data: { name: 'Ada', custom: { floor: 2 } } });
    expect((await objects.getUUIDMetadata({ uuid: 'ada' })).data).toMatchObject({ name: 'Ada' });
    const all = await objects.getAllUUIDMetadata({
      filter: 'name LIKE "A*"',
      include: { totalCount: true },
      limit: 1,
    });
    expect(all).toMatchObject({ data: [{ id: 'ada' }], totalCount: 1 });
    await objects.setChannelMembers({ channel: 'club', uuids: ['carl', 'ben'] });
    const { data } = await objects.getChannelMembers({ channel: 'club', sort: { 'uuid.id': 'desc' } });
    expect(data.map(({ uuid }) => uuid.id)).toEqual(['carl', 'ben']);
  });

  it('supports memberships and channel groups', async () => {
    const owner = client('server', { secretKey: keys.secretKey });
    await owner.objects.setMemberships({ uuid: 'ada', channels: ['hall', 'yard'] });
    const { data } = await owner.objects.getMemberships({ uuid: 'ada' });
    expect(data.map(({ channel }) => channel.id)).toEqual(['hall', 'yard']);
    await owner.channelGroups.addChannels({ channelGroup: 'places', channels: ['hall', 'yard'] });
    const { channels } = await owner.channelGroups.listChannels({ channelGroup: 'places' });
    expect(channels).toEqual(['hall', 'yard']);
  });
});
