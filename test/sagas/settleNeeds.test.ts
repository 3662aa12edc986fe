import type { NeedMarks } from '#contract/home.ts';
import { messageFailed, messageRetried } from '#store/chat/messagesSlice.ts';
import { conversationClosed, conversationStarted } from '#store/chat/widgetSlice.ts';
import { needMessageStarted } from '#store/home/homeApi.ts';
import { aBrowser } from '#test/support/aBrowser.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json } from '#test/support/fakeApi.ts';
import { CHANNEL, say } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const MARKS = 'PUT /api/home/marks';
const keys = ['topic_done:5:9'];
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** The marks that the server received. */
function server() {
  const marks: NeedMarks[] = [];
  const save: Answer = async (request) => {
    const body = (await request.clone().json()) as NeedMarks;
    marks.push(body);
    return json(body);
  };
  return { marks, answers: { [MARKS]: save } };
}

/** Sends the message that a need suggests. */
function congratulate(client: Client) {
  client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  client.store.dispatch(needMessageStarted({ keys, channel: CHANNEL }));
  return say(client, 'Congratulations');
}

it('marks a need as done when its message is delivered', async () => {
  const { marks, answers } = server();
  const { messaging, openTab } = aBrowser(start);
  const { client } = openTab({ answers });
  await pass(1_000);
  messaging.goAway();
  congratulate(client);
  await pass(30_000);
  expect(marks).toEqual([]);
  messaging.comeBack();
  await pass(30_000);
  expect(messaging.log).toHaveLength(1);
  expect(marks).toEqual([{ keys, mark: 'done' }]);
});

it('marks a need as done after a reload while its message was pending', async () => {
  const { marks, answers } = server();
  const { messaging, disk, openTab } = aBrowser(start);
  const before = openTab({ answers: { [MARKS]: unreachable } });
  await pass(1_000);
  messaging.goAway();
  congratulate(before.client);
  await pass(5_000);
  before.close();
  const after = openTab({ answers });
  await pass(10_000);
  expect(marks).toEqual([]);
  messaging.comeBack();
  await pass(30_000);
  expect(messaging.log).toHaveLength(1);
  expect(marks).toEqual([{ keys, mark: 'done' }]);
  expect(await disk.reassign('T3_U7', null, 'a look at it')).toEqual([]);
  after.close();
});

it('marks a need as done if the message was delivered and only the server was unreachable', async () => {
  const { marks, answers } = server();
  const { messaging, openTab } = aBrowser(start);
  const before = openTab({ answers: { [MARKS]: unreachable } });
  await pass(1_000);
  congratulate(before.client);
  await pass(5_000);
  expect(messaging.log).toHaveLength(1);
  before.close();
  openTab({ answers });
  await pass(10_000);
  expect(marks).toEqual([{ keys, mark: 'done' }]);
});

it('does not mark a need as done while its message is refused', async () => {
  const { marks, answers } = server();
  const { messaging, openTab } = aBrowser(start);
  const { client } = openTab({ answers });
  await pass(1_000);
  messaging.goAway();
  const id = congratulate(client);
  client.store.dispatch(messageFailed({ channel: CHANNEL, id, status: 'failed', reason: 'refused' }));
  await pass(1_000);
  messaging.comeBack();
  await pass(30_000);
  expect(marks).toEqual([]);
  client.store.dispatch(messageRetried({ channel: CHANNEL, id }));
  await pass(10_000);
  expect(marks).toEqual([{ keys, mark: 'done' }]);
});

it('marks only the need whose message is sent, not one whose suggestion was dropped for it', async () => {
  const { marks, answers } = server();
  const { openTab } = aBrowser(start);
  const { client } = openTab({ answers });
  await pass(1_000);
  const suggest = (needKeys: string[], text: string) => {
    client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9, text }));
    client.store.dispatch(needMessageStarted({ keys: needKeys, channel: CHANNEL }));
  };
  suggest(keys, 'Congratulations');
  suggest(['inactive:9'], 'How are you?');
  say(client, 'How are you?');
  await pass(10_000);
  expect(marks).toEqual([{ keys: ['inactive:9'], mark: 'done' }]);
});

it('marks no need as done if its suggestion was dropped and another message is sent later', async () => {
  const { marks, answers } = server();
  const { openTab } = aBrowser(start);
  const { client } = openTab({ answers });
  await pass(1_000);
  client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9, text: 'Congratulations' }));
  client.store.dispatch(needMessageStarted({ keys, channel: CHANNEL }));
  client.store.dispatch(conversationClosed({ channel: CHANNEL }));
  client.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  say(client, 'About tomorrow');
  await pass(10_000);
  expect(marks).toEqual([]);
});
