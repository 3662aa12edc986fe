import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import type { Realtime, RealtimeEvent } from '#store/ports/realtime.ts';
import { keys, startService, type TestService, until } from '#test/server/messaging/service.ts';

const CHECKIN = 'app_T3_checkin';
let service: TestService;
let realtime: Realtime;
beforeAll(async () => {
  // The SDK's heartbeat leaves a timer of 30 s, for which the test does not wait.
  const later = globalThis.setTimeout;
  const unheld = (...args: Parameters<typeof later>) => later(...args).unref();
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(unheld as typeof later);
  service = await startService({
    presenceAnnounceMax: 2,
    presenceIntervalMs: 200,
    presenceLeaveGraceMs: 50,
  });
  realtime = await connectPubNub({
    authKey: 'no-access-control-here',
    subKey: keys.subscribeKey,
    pubKey: keys.publishKey,
    uuid: 'uuid-lena',
    expiresIn: 3_600,
    origin: `127.0.0.1:${service.port}`,
    ssl: false,
  });
});
afterAll(async () => {
  realtime.stop({ isQuiet: true });
  await service.close();
});

it('receives joins, leaves and timeouts of many people in intervals, each once', async () => {
  const received: Extract<RealtimeEvent, { kind: 'presence' }>[] = [];
  let isConnected = false;
  realtime.listen((event) => {
    if (event.kind === 'presence') received.push(event);
    if (event.kind === 'connected') isConnected = true;
  });
  realtime.subscribe([CHECKIN], { withPresence: true });
  await until(() => isConnected);
  const path = `/v2/presence/sub-key/${keys.subscribeKey}/channel/${CHECKIN}`;
  const names = (of: 'joined' | 'left') =>
    received.flatMap((event) => event[of]).filter((uuid) => uuid !== 'uuid-lena');

  const crowd = Array.from({ length: 12 }, (_, n) => `uuid-${n}`);
  for (const uuid of crowd) await service.get(`${path}/heartbeat`, { uuid, heartbeat: '60' });
  await until(() => names('joined').length >= crowd.length);
  expect(names('joined').toSorted()).toEqual(crowd.toSorted());
  expect(received.length).toBeLessThan(crowd.length);

  await service.get(`${path}/heartbeat`, { uuid: 'uuid-0', heartbeat: '1' });
  for (const uuid of ['uuid-1', 'uuid-2', 'uuid-3']) await service.get(`${path}/leave`, { uuid });
  await until(() => names('left').length >= 4);
  expect(names('left').toSorted()).toEqual(['uuid-0', 'uuid-1', 'uuid-2', 'uuid-3']);
  expect(await realtime.hereNow([CHECKIN])).toHaveLength(crowd.length - 4 + 1);
  expect(received.every(({ channel, isIncomplete }) => channel === CHECKIN && !isIncomplete)).toBe(true);
});
