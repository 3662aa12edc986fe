import { actionOf } from '#contract/chatChanges.ts';
import { unreadFrom } from '#server/chat/unreadFrom.ts';
import { connectPubNub, MessagingAway, type Realtime } from '#server/realtime/index.ts';
import { keys, startService, type TestService } from './messaging/service.ts';

const CHANNEL = 'chat_T3_U7.U9';
const writer = { userId: 7, uuid: 'uuid-lena' };
const reader = { userId: 9, uuid: 'uuid-max', tenantId: 3, joinedAt: new Date('2020-01-01T00:00:00Z') };

/** The real service over the real SDK, access control and all. */
let service: TestService;
let realtime: Realtime;
beforeAll(async () => {
  service = await startService({ access: 'on' });
  realtime = connectPubNub({ ...keys, origin: `127.0.0.1:${service.port}`, ssl: false });
}, 60_000);
afterAll(async () => {
  realtime.stop();
  await service.close();
});

const publishAs = async (uuid: string, text: string) =>
  String((await service.owner(uuid).publish({ channel: CHANNEL, message: { text } })).timetoken);
const readUpTo = (timetoken: string) =>
  service.owner().objects.setChannelMembers({
    channel: CHANNEL,
    uuids: ['uuid-lena', { id: 'uuid-max', custom: { timetoken } }],
  });
const unread = (until?: Date) => unreadFrom(realtime, writer, reader, new Date(), until ? { until } : {});

it('counts what the writer sent after the read position of the reader, from the first message on', async () => {
  expect(await unread()).toEqual({ count: 0, isChanged: false });
  const first = await publishAs('uuid-lena', 'one');
  await publishAs('uuid-max', 'my own');
  const third = await publishAs('uuid-lena', 'two');
  expect(await unread()).toEqual({ count: 2, isChanged: false });
  expect((await unread(new Date(Number(BigInt(first) / 10_000n)))).count).toBe(0);
  await readUpTo(first);
  expect((await unread()).count).toBe(1);
  await readUpTo(third);
  expect((await unread()).count).toBe(0);
});

it('takes a position that is none for none, and sees what was corrected and withdrawn by its writer', async () => {
  await readUpTo('yesterday');
  expect((await unread()).count).toBe(2);
  const last = await publishAs('uuid-lena', 'a slip');
  const change = (uuid: string, kind: 'edit' | 'delete') =>
    service.owner(uuid).addMessageAction({
      channel: CHANNEL,
      messageTimetoken: last,
      action: actionOf(kind === 'edit' ? { kind, details: 'mended' } : { kind }, `id-${uuid}-${kind}`),
    });
  await change('uuid-max', 'delete'); // not theirs to withdraw
  expect(await unread()).toEqual({ count: 3, isChanged: false });
  await change('uuid-lena', 'edit');
  expect(await unread()).toEqual({ count: 3, isChanged: true });
  await change('uuid-lena', 'delete');
  expect(await unread()).toEqual({ count: 2, isChanged: true });
});

it('says that the service is away when it is', async () => {
  const nowhere = connectPubNub({ ...keys, origin: '127.0.0.1:9', ssl: false });
  await expect(unreadFrom(nowhere, writer, reader, new Date())).rejects.toBeInstanceOf(MessagingAway);
  nowhere.stop();
});
