import type PubNub from 'pubnub';
import { chatChannel, checkinChannel, notificationChannel } from '#contract/messaging/channels.ts';
import { connectPubNub, type Realtime } from '#server/realtime/index.ts';
import {
  type EventRecorder,
  keys,
  startService,
  subscribed,
  type TestService,
  until,
} from '#test/server/messaging/service.ts';

const TENANT = 3;
const [lena, max, zoe] = [
  { tenantId: TENANT, userId: 7, uuid: 'uuid-lena' },
  { tenantId: TENANT, userId: 9, uuid: 'uuid-max' },
  { tenantId: TENANT, userId: 12, uuid: 'uuid-zoe' },
];
const OWN_CHAT = chatChannel(TENANT, 7, 9);
const FOREIGN_CHAT = chatChannel(TENANT, 9, 12);

/** The real service and the real SDK, with the tokens that the product grants to 3 people. */
let service: TestService;
let realtime: Realtime;
let lenaClient: PubNub;
let maxClient: PubNub;
let receivedByMax: EventRecorder;
beforeAll(async () => {
  service = await startService({ access: 'on', files: 'off' });
  realtime = connectPubNub({ ...keys, origin: `127.0.0.1:${service.port}`, ssl: false });
  const open = async (holder: typeof lena) =>
    service.client({ userId: holder.uuid, authKey: await realtime.grant(holder, 60) });
  [lenaClient, maxClient] = [await open(lena), await open(max)];
  await realtime.setMembers(OWN_CHAT, [lena.uuid, max.uuid]);
  await realtime.setMembers(FOREIGN_CHAT, [max.uuid, zoe.uuid]);
  receivedByMax = await subscribed(maxClient, [OWN_CHAT, NOTIFICATIONS_OF_MAX, FOREIGN_CHAT]);
}, 60_000);
afterAll(async () => {
  realtime.stop();
  await service.close();
});

const statusOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 200,
    (error: { status?: { statusCode?: number } }) => error.status?.statusCode ?? null,
  );
const custom = { timetoken: '17999999999999999' };
const NOTIFICATIONS_OF_MAX = notificationChannel(TENANT, max.userId);

const REFUSED: [string, () => Promise<unknown>][] = [
  [
    'setting the read position of the peer from the side of the channel',
    () => lenaClient.objects.setChannelMembers({ channel: OWN_CHAT, uuids: [{ id: max.uuid, custom }] }),
  ],
  [
    'setting the read position of the peer from the side of the peer',
    () => lenaClient.objects.setMemberships({ uuid: max.uuid, channels: [{ id: OWN_CHAT, custom }] }),
  ],
  [
    'setting the own read position from the side of the channel',
    () => lenaClient.objects.setChannelMembers({ channel: OWN_CHAT, uuids: [{ id: lena.uuid, custom }] }),
  ],
  [
    'adding a stranger to the own chat',
    () => lenaClient.objects.setChannelMembers({ channel: OWN_CHAT, uuids: ['uuid-stranger'] }),
  ],
  [
    'removing the peer',
    () => lenaClient.objects.removeChannelMembers({ channel: OWN_CHAT, uuids: [max.uuid] }),
  ],
  [
    'giving a colleague a conversation with someone who does not exist',
    () => lenaClient.objects.setMemberships({ uuid: max.uuid, channels: [chatChannel(TENANT, 9, 999)] }),
  ],
  ['joining the chat of two others', () => lenaClient.objects.setMemberships({ channels: [FOREIGN_CHAT] })],
  [
    "moving the read position of a colleague's bell",
    () =>
      lenaClient.objects.setMemberships({ uuid: max.uuid, channels: [{ id: NOTIFICATIONS_OF_MAX, custom }] }),
  ],
  [
    "joining a colleague's notifications",
    () => lenaClient.objects.setMemberships({ channels: [NOTIFICATIONS_OF_MAX] }),
  ],
  ['listing the memberships of a colleague', () => lenaClient.objects.getMemberships({ uuid: max.uuid })],
  [
    "changing a colleague's metadata",
    () => lenaClient.objects.setUUIDMetadata({ uuid: max.uuid, data: { name: 'Someone else' } }),
  ],
  ['writing into the chat of two others', () => lenaClient.publish({ channel: FOREIGN_CHAT, message: 'x' })],
  ['reading the chat of two others', () => lenaClient.fetchMessages({ channels: [FOREIGN_CHAT] })],
  ['seeing who is in the chat of two others', () => lenaClient.hereNow({ channels: [FOREIGN_CHAT] })],
  [
    'seeing who is online in another organisation',
    () => lenaClient.hereNow({ channels: [checkinChannel(TENANT + 1)] }),
  ],
  [
    'reading the presence state of a colleague in a foreign channel',
    () => lenaClient.getState({ uuid: max.uuid, channels: [FOREIGN_CHAT] }),
  ],
  [
    'publishing a notification',
    () => lenaClient.publish({ channel: NOTIFICATIONS_OF_MAX, message: { type: 'x' } }),
  ],
  [
    'uploading a file into the own chat',
    () => lenaClient.sendFile({ channel: OWN_CHAT, file: { data: Buffer.from('x'), name: 'x.txt' } }),
  ],
];

it.each(REFUSED)('refuses %s', async (_what, attempt) => {
  expect(await statusOf(attempt())).toBe(403);
});

it('keeps the memberships of both people as the server created them', async () => {
  for (const { uuid } of [lena, max]) expect(await realtime.membership(OWN_CHAT, uuid)).not.toBeNull();
  expect(await realtime.membership(OWN_CHAT, max.uuid)).toEqual({ timetoken: null });
  expect(await realtime.membership(OWN_CHAT, 'uuid-stranger')).toBeNull();
});

it('shows a colleague’s channels only if the caller may read them', async () => {
  await until(async () => (await service.owner().whereNow({ uuid: max.uuid })).channels.length === 3);
  expect((await lenaClient.whereNow({ uuid: max.uuid })).channels).toEqual([OWN_CHAT]);
});

it('lets a person chat, and save their own read positions from their own side', async () => {
  const { timetoken } = await lenaClient.publish({ channel: OWN_CHAT, message: { details: 'Hello' } });
  await until(() => receivedByMax.messages.length === 1);
  expect((await maxClient.fetchMessages({ channels: [OWN_CHAT] })).channels[OWN_CHAT]).toHaveLength(1);
  const read = { timetoken: String(timetoken) };
  await maxClient.objects.setMemberships({ channels: [{ id: OWN_CHAT, custom: read }] });
  expect(await realtime.membership(OWN_CHAT, max.uuid)).toEqual(read);
  await maxClient.objects.setMemberships({ channels: [{ id: NOTIFICATIONS_OF_MAX, custom: read }] });
  const { data } = await maxClient.objects.getMemberships({ include: { customFields: true } });
  expect(data.map(({ channel, custom }) => [channel.id, custom])).toEqual(
    expect.arrayContaining([
      [OWN_CHAT, read],
      [NOTIFICATIONS_OF_MAX, read],
    ]),
  );
});

it('keeps a read position if the conversation is started again', async () => {
  const position = { timetoken: '17000000000000000' };
  await lenaClient.objects.setMemberships({ channels: [{ id: OWN_CHAT, custom: position }] });
  await realtime.setMembers(OWN_CHAT, [lena.uuid, max.uuid]);
  expect(await realtime.membership(OWN_CHAT, lena.uuid)).toEqual(position);
});
