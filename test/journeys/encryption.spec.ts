import { expect } from '@playwright/test';
import PubNub from 'pubnub';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import {
  chat,
  conversationWith,
  messagesWith,
  send,
  signIn,
  startConversation,
  watchProblems,
} from '#test/journeys/support/people.ts';
import { publishAsServer, sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

/** 2 people in a demo organisation with encrypted chats. */
const ASTRID = 'admin@other.example';
const RAFAEL = 'rafael.ibarra@other.example';
/** The message is encrypted with a method that the SDK does not support. */
const FOREIGN = 'UE5FRAFaWlpaEKvyHD2WyXYmMzPKGT0EWeM=';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** A person's access to the messaging service without the cipher key. */
async function withoutKey(email: string) {
  const { body } = await (await apiAs(server.url, email)).get<MessagingConfig>('/api/messaging/config');
  expect(body.cipherKeys).toEqual([{ id: 'ACRH', key: expect.any(String) }]);
  const { subKey, pubKey, uuid, authKey, origin = '' } = body;
  const client = new PubNub({ subscribeKey: subKey, publishKey: pubKey, userId: uuid, origin, ssl: false });
  client.setToken(authKey);
  return client;
}

test('encrypted messages can be read by both people, but not without the key', async ({ browser }) => {
  const [astrid, rafael] = await Promise.all([
    signIn(await browser.newContext(), server.url, ASTRID),
    signIn(await browser.newContext(), server.url, RAFAEL),
  ]);
  const problems = watchProblems(rafael);
  await startConversation(astrid, 'raf', 'Rafael Ibarra');
  await expect(conversationWith(astrid, 'Rafael Ibarra')).toContainText('New messages are encrypted');
  await send(astrid, 'Rafael Ibarra', 'The flour is late again');
  const openDock = () => chat(rafael).getByRole('button', { name: /^Chat/ }).first().click();
  await openDock();
  const row = chat(rafael).getByRole('button', { name: /Astrid Vermeulen/ });
  await expect(row).toContainText('The flour is late again');
  await row.click();
  await expect(messagesWith(rafael, 'Astrid Vermeulen')).toContainText('The flour is late again');
  await send(rafael, 'Astrid Vermeulen', 'Then we bake rye');
  await expect(messagesWith(astrid, 'Rafael Ibarra')).toContainText('Then we bake rye');
  const field = conversationWith(astrid, 'Rafael Ibarra').getByRole('textbox', { name: 'Message' });
  await field.press('ArrowUp');
  await expect(field).toHaveValue('The flour is late again');
  await field.fill('The flour is late, by two days');
  await field.press('Enter');
  await expect(messagesWith(rafael, 'Astrid Vermeulen')).toContainText('by two days');

  const [me, peer] = await Promise.all([sessionOf(server.url, ASTRID), sessionOf(server.url, RAFAEL)]);
  const outsider = await withoutKey(ASTRID);
  const channel = `chat_T${me.tenantId}_U${me.userId}.U${peer.userId}`;
  const history = await outsider.fetchMessages({
    channels: [channel],
    count: 25,
    includeMessageActions: true,
  });
  const encrypted = expect.stringMatching(/^UE5FR/);
  expect(history.channels[channel]?.map(({ message }) => message)).toEqual([encrypted, encrypted]);
  expect(JSON.stringify(history)).not.toMatch(/flour|rye|days/);

  // An unreadable message has a placeholder. Later messages and the server's notifications are readable.
  await outsider.publish({ channel, message: FOREIGN });
  await send(astrid, 'Rafael Ibarra', 'And did you read this?');
  const messages = messagesWith(rafael, 'Astrid Vermeulen').locator('.bubble');
  await expect(messages.filter({ hasText: 'This message can’t be read' })).toHaveCount(1);
  await expect(messages.last()).toContainText('And did you read this?');
  const bell = publishAsServer(server);
  await bell.publish(peer, {
    notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
    payload: { userId: me.userId },
  });
  await rafael.getByRole('button', { name: /^Notifications, 1/ }).click();
  await expect(rafael.getByRole('region', { name: 'Notifications' })).toContainText(
    'Astrid Vermeulen has modified your growth objectives.',
  );
  bell.stop();
  outsider.destroy();

  // After a reload the messages and the edit come from history.
  await rafael.reload();
  await openDock();
  await row.click();
  await expect(messages).toHaveCount(4);
  await expect(messages.first()).toContainText('The flour is late, by two days');
  await expect(messages.filter({ hasText: 'This message can’t be read' })).toHaveCount(1);
  // Reported once when received, and once when loaded from history.
  expect(problems).toEqual([`message on ${channel}`, `message on ${channel}`]);
});
