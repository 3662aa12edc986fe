import { EventRecorder, keys, startService, subscribed, type TestService, until } from './service.ts';

describe('presence', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({
      presenceLeaveGraceMs: 300,
      presenceAnnounceMax: 4,
      presenceIntervalMs: 600,
    });
  });
  afterAll(() => service.close());

  const eventLog = (recorder: EventRecorder, channel: string) =>
    recorder.presence
      .filter((event) => event.channel === channel)
      .map((event) => `${event.action} ${'uuid' in event ? event.uuid : ''}`);
  const occupants = async (channel: string) => {
    const { channels } = await service.client().hereNow({ channels: [channel] });
    return (channels[channel]?.occupants ?? []).map(({ uuid }) => uuid).toSorted();
  };

  it('announces a join and a leave once each', async () => {
    const watcher = service.client({ userId: 'watcher' });
    const recorder = new EventRecorder(watcher);
    watcher.subscribe({ channels: ['hall-pnpres'] });
    await until(() => recorder.statuses.length > 0);
    const ada = service.client({ userId: 'ada' });
    await subscribed(ada, ['hall']);
    // The request is sent directly, because the SDK's own heartbeat comes after 30 seconds.
    await service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/hall/heartbeat`, {
      uuid: 'ada',
      heartbeat: '60',
    });
    await until(() => eventLog(recorder, 'hall').length > 0);
    expect(await occupants('hall')).toEqual(['ada']);
    ada.unsubscribe({ channels: ['hall'] });
    await until(() => eventLog(recorder, 'hall').length > 1);
    expect(eventLog(recorder, 'hall')).toEqual(['join ada', 'leave ada']);
    expect(await occupants('hall')).toEqual([]);
  });

  it('counts a user with three tabs once, until the last tab leaves', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['tabs-pnpres']);
    const tabs = [1, 2, 3].map(() => service.client({ userId: 'ada' }));
    for (const tab of tabs) await subscribed(tab, ['tabs']);
    expect(await occupants('tabs')).toEqual(['ada']);
    tabs[0]!.unsubscribeAll();
    tabs[1]!.unsubscribeAll();
    await new Promise((resolve) => setTimeout(resolve, 900)); // longer than the grace period of 300 ms plus a tick
    expect(await occupants('tabs')).toEqual(['ada']);
    tabs[2]!.unsubscribeAll();
    await until(() => eventLog(watcher, 'tabs').length > 1);
    expect(eventLog(watcher, 'tabs')).toEqual(['join ada', 'leave ada']);
  });

  it('does not announce a page reload', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['reload-pnpres']);
    const before = service.client({ userId: 'ada' });
    await subscribed(before, ['reload']);
    before.destroy(); // sends a leave request
    await subscribed(service.client({ userId: 'ada' }), ['reload']);
    await subscribed(service.client({ userId: 'ben' }), ['reload']);
    await until(() => eventLog(watcher, 'reload').includes('join ben'));
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(eventLog(watcher, 'reload')).toEqual(['join ada', 'join ben']);
  });

  it('announces a timeout of a user without further requests', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['fading-pnpres']);
    await service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/fading/heartbeat`, {
      uuid: 'ada',
      heartbeat: '1',
    });
    await until(() => eventLog(watcher, 'fading').length > 1);
    expect(eventLog(watcher, 'fading')).toEqual(['join ada', 'timeout ada']);
  });

  it('collects changes into interval events at high occupancy', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['crowd-pnpres']);
    const path = `/v2/presence/sub-key/${keys.subscribeKey}/channel/crowd/heartbeat`;
    for (let n = 1; n <= 8; n++) await service.get(path, { uuid: `u${n}`, heartbeat: '60' });
    await until(() => eventLog(watcher, 'crowd').includes('interval '));
    expect(eventLog(watcher, 'crowd')).toEqual(['join u1', 'join u2', 'join u3', 'join u4', 'interval ']);
    const interval = watcher.presence.at(-1);
    expect(interval).toMatchObject({ occupancy: 8, join: ['u5', 'u6', 'u7', 'u8'], leave: [], timeout: [] });
  });

  it('returns the channels of a user', async () => {
    const ada = service.client({ userId: 'ada-of-two' });
    await subscribed(ada, ['left', 'right']);
    expect((await ada.whereNow({ uuid: 'ada-of-two' })).channels.toSorted()).toEqual(['left', 'right']);
  });

  it('limits the users of here-now, and returns the full occupancy', async () => {
    const path = `/v2/presence/sub-key/${keys.subscribeKey}/channel/full/heartbeat`;
    for (const uuid of ['a', 'b', 'c']) await service.get(path, { uuid });
    const here = `/v2/presence/sub-key/${keys.subscribeKey}/channel/full`;
    expect((await service.get(here, { limit: '2' })).body).toMatchObject({ uuids: ['a', 'b'], occupancy: 3 });
    expect((await service.get(here, { limit: '2', offset: '2' })).body).toMatchObject({ uuids: ['c'] });
    expect((await service.get(here, { disable_uuids: '1' })).body).toEqual({
      status: 200,
      message: 'OK',
      occupancy: 3,
      service: 'Presence',
    });
    const both = await service.client().hereNow({ channels: ['full', 'empty'], includeUUIDs: false });
    expect(both).toMatchObject({ totalChannels: 2, totalOccupancy: 3 });
  });

  it('stores state, announces its change, and keeps it after an empty heartbeat', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['moods-pnpres']);
    const ada = service.client({ userId: 'ada' });
    await subscribed(ada, ['moods']);
    await ada.setState({ channels: ['moods'], state: { mood: 'fine' } });
    await until(() => eventLog(watcher, 'moods').includes('state-change ada'));
    expect(watcher.presence.at(-1)).toMatchObject({ action: 'state-change', state: { mood: 'fine' } });
    await service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/moods/heartbeat`, {
      uuid: 'ada',
      state: '{}',
    });
    expect((await ada.getState({ channels: ['moods'] })).channels).toEqual({ moods: { mood: 'fine' } });
    const here = await ada.hereNow({ channels: ['moods'], includeState: true });
    expect(here.channels.moods?.occupants).toEqual([{ uuid: 'ada', state: { mood: 'fine' } }]);
  });

  it('ignores unknown groups in a leave request', async () => {
    const reply = await service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/hall/leave`, {
      uuid: 'ada',
      'channel-group': 'hall,other',
    });
    expect(reply.body).toEqual({ status: 200, message: 'OK', action: 'leave', service: 'Presence' });
  });

  it('announces state with a join, but not the state of a later heartbeat', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['desk-pnpres']);
    const beat = (state: unknown) =>
      service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/desk/heartbeat`, {
        uuid: 'ada',
        heartbeat: '60',
        state: JSON.stringify({ desk: state }),
      });
    await beat({ busy: true });
    await until(() => watcher.presence.length === 1);
    expect(watcher.presence[0]).toMatchObject({ action: 'join', uuid: 'ada', state: { busy: true } });
    await beat({ busy: false });
    const ada = service.client({ userId: 'ada' });
    expect((await ada.getState({ channels: ['desk'] })).channels).toEqual({ desk: { busy: false } });
    await subscribed(service.client({ userId: 'ben' }), ['desk']);
    await until(() => eventLog(watcher, 'desk').includes('join ben'));
    expect(eventLog(watcher, 'desk')).toEqual(['join ada', 'join ben']);
  });

  it('supports occupancy, state and events of a channel group', async () => {
    const [ada, watcher] = [service.client({ userId: 'ada' }), service.client({ userId: 'watcher' })];
    await ada.channelGroups.addChannels({ channelGroup: 'floor', channels: ['north', 'south'] });
    const recorder = new EventRecorder(watcher);
    watcher.subscribe({ channelGroups: ['floor-pnpres'] });
    await until(() => recorder.statuses.length > 0);
    await subscribed(ada, [], { channelGroups: ['floor'] });
    await until(() => recorder.presence.length === 2);
    expect(
      recorder.presence.map(({ action, channel, subscription }) => [action, channel, subscription]),
    ).toEqual([
      ['join', 'north', 'floor-pnpres'],
      ['join', 'south', 'floor-pnpres'],
    ]);
    await ada.setState({ channelGroups: ['floor'], state: { tea: 'yes' } });
    const here = await watcher.hereNow({ channelGroups: ['floor'], includeState: true });
    expect(here).toMatchObject({ totalChannels: 2, totalOccupancy: 2 });
    expect(here.channels.south?.occupants).toEqual([{ uuid: 'ada', state: { tea: 'yes' } }]);
    const state = await service.get(`/v2/presence/sub-key/${keys.subscribeKey}/channel/,/uuid/ada`, {
      'channel-group': 'floor',
    });
    expect(state.body).toMatchObject({
      payload: { channels: { north: { tea: 'yes' }, south: { tea: 'yes' } } },
    });
    ada.unsubscribe({ channelGroups: ['floor'] });
    await until(
      () =>
        eventLog(recorder, 'south').includes('leave ada') &&
        eventLog(recorder, 'north').includes('leave ada'),
    );
  });

  it('announces each event that matches a wildcard once to its subscribers', async () => {
    const watcher = await subscribed(service.client({ userId: 'watcher' }), ['zoo.*-pnpres']);
    await subscribed(service.client({ userId: 'ada' }), ['zoo.lions']);
    await until(() => watcher.presence.length > 0);
    const ben = await subscribed(service.client({ userId: 'ben' }), ['zoo.*'], { withPresence: true });
    await until(() => watcher.presence.length > 1 && ben.presence.length > 0);
    expect(watcher.presence.map(({ channel, subscription }) => [channel, subscription])).toEqual([
      ['zoo.lions', 'zoo.*-pnpres'],
      ['zoo.*', 'zoo.*-pnpres'],
    ]);
    expect(eventLog(watcher, 'zoo.lions')).toEqual(['join ada']);
    expect(eventLog(watcher, 'zoo.*')).toEqual(['join ben']);
  });

  it('returns the occupancy of several channels without users, and of all channels', async () => {
    const path = `/v2/presence/sub_key/${keys.subscribeKey}`; // used by older clients
    for (const channel of ['wide-1', 'wide-2'])
      await service.get(`${path}/channel/${channel}/heartbeat`, { uuid: 'ada', heartbeat: '60' });
    const ada = service.client({ userId: 'ada' });
    await ada.setState({ channels: ['wide-1', 'wide-2'], state: { n: 1 } });
    expect((await service.get(`${path}/channel/wide-1,wide-2/uuid/ada`)).body).toMatchObject({
      payload: { channels: { 'wide-1': { n: 1 }, 'wide-2': { n: 1 } } },
      uuid: 'ada',
    });
    const counted = await service.get(`${path}/channel/wide-1`, { limit: '0' });
    expect(counted.body).toMatchObject({ uuids: [], occupancy: 1 });
    const all = await ada.hereNow({});
    expect(all.channels['wide-2']?.occupancy).toBe(1);
    expect(all.totalChannels).toBeGreaterThan(2);
  });

  it('rejects state that is not an object', async () => {
    const path = `/v2/presence/sub-key/${keys.subscribeKey}/channel/moods/uuid/ada/data`;
    expect(await service.get(path, { state: '[1' })).toMatchObject({ status: 400, body: { error: true } });
  });
});
