import { encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { findUnread } from '#server/chat/findUnread.ts';
import { connectPubNub, MessagingUnavailable, type Realtime } from '#server/realtime/index.ts';
import { keys, startService, type TestService } from '#test/server/messaging/service.ts';

const CHANNEL = 'chat_T3_U7.U9';
const sender = { userId: 7, uuid: 'uuid-lena' };
const reader = { userId: 9, uuid: 'uuid-max', tenantId: 3, joinedAt: new Date('2020-01-01T00:00:00Z') };

/** The real service through the real SDK, with access control. */
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
const unread = (until?: Date) => findUnread(realtime, sender, reader, new Date(), until ? { until } : {});

it('counts messages from the sender after the reader’s read position', async () => {
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

it('ignores an invalid position, and reports messages that their sender edited or deleted', async () => {
  await readUpTo('yesterday');
  expect((await unread()).count).toBe(2);
  const last = await publishAs('uuid-lena', 'a typo');
  const change = (uuid: string, kind: 'edit' | 'delete') =>
    service.owner(uuid).addMessageAction({
      channel: CHANNEL,
      messageTimetoken: last,
      action: encodeMessageAction(
        kind === 'edit' ? { kind, details: 'corrected' } : { kind },
        `id-${uuid}-${kind}`,
      ),
    });
  await change('uuid-max', 'delete'); // another person's message
  expect(await unread()).toEqual({ count: 3, isChanged: false });
  await change('uuid-lena', 'edit');
  expect(await unread()).toEqual({ count: 3, isChanged: true });
  await change('uuid-lena', 'delete');
  expect(await unread()).toEqual({ count: 2, isChanged: true });
});

it('fails when the service is not available', async () => {
  const unreachable = connectPubNub({ ...keys, origin: '127.0.0.1:9', ssl: false });
  await expect(findUnread(unreachable, sender, reader, new Date())).rejects.toBeInstanceOf(
    MessagingUnavailable,
  );
  unreachable.stop();
});
