import { type Browser, expect, type Page, test } from '@playwright/test';
import PubNub from 'pubnub';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { type RunningMessaging, startMessaging } from '#test/journeys/support/messaging.ts';
import {
  conversationWith,
  messagesWith,
  nameOf,
  send,
  signIn,
  startConversation,
} from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { type FaultProxy, startFaultProxy } from '#test/support/faultProxy.ts';

/**
 * The messaging service crashes, is unreachable, loses responses and revokes tokens while 2 people write.
 * OUTAGE_SECONDS=200 runs a long outage. Many kills and lost responses are tested without screens in
 * test/sagas/killedConnections.test.ts and test/sagas/lostAnswers.test.ts.
 */
const {
  OUTAGE_ROUNDS = '1',
  OUTAGE_MESSAGES = '10',
  OUTAGE_SECONDS = '4',
  OUTAGE_LOST_RESPONSES = '10',
} = process.env;
const BACK_WITHIN_MS = 15_000;

let messaging: RunningMessaging;
let proxy: FaultProxy;
let server: RunningServer;
let people: [Person, Person];
test.beforeAll(async ({ browser }) => {
  messaging = await startMessaging();
  proxy = await startFaultProxy(messaging.port);
  server = await startServer(messaging.productSettings(proxy.port));
  people = await twoPeople(browser);
});
test.afterAll(async () => {
  await server.dispose();
  await proxy.close();
  await messaging.dispose();
  await Promise.all(people.map(({ page }) => page.context().close()));
});

interface Person {
  page: Page;
  name: string;
  /** Name of the other person. */
  peer: string;
}

/** Two people with their conversation open. */
async function twoPeople(browser: Browser): Promise<[Person, Person]> {
  const pages = await Promise.all(
    [LEARNER, MANAGER].map(async (email) => signIn(await browser.newContext(), server.url, email)),
  );
  const [one, two] = pages as [Page, Page];
  const [oneName, twoName] = [await nameOf(one), await nameOf(two)];
  const people: [Person, Person] = [
    { page: one, name: oneName, peer: twoName },
    { page: two, name: twoName, peer: oneName },
  ];
  for (const { page, peer } of people) await startConversation(page, peer.slice(0, 2), peer);
  return people;
}

/** The messages on screen that start with a prefix, from top to bottom; scrolls through a long list. */
async function shownMessages({ page, peer }: Person, prefix: string): Promise<string[]> {
  const list = messagesWith(page, peer);
  return list.evaluate(async (element, start) => {
    const frame = element.parentElement!;
    const rows = () =>
      [...element.querySelectorAll<HTMLElement>('[data-id]')].map((row) => ({
        id: row.dataset.id ?? '',
        text: row.querySelector('.bubble')?.textContent ?? '',
      }));
    const frames = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const first = () => element.querySelector<HTMLElement>('[data-id]');
    /** Waits until scrolling has rendered its rows and the position is stable. */
    const settled = async () => {
      for (let same = 0, before = ''; same < 3; ) {
        await frames();
        const now = `${first()?.dataset.id} ${frame.scrollTop}`;
        same = now === before ? same + 1 : 0;
        before = now;
      }
    };
    frame.scrollTop = frame.scrollHeight;
    await settled();
    let found = rows();
    while (found[0]?.text.startsWith(start) && frame.scrollTop > 0) {
      frame.scrollTop -= frame.clientHeight / 2;
      await settled();
      const above = rows();
      // Rows are matched by id, so a list that jumps or changes its order is detected.
      const overlap = above.findIndex(({ id }) => id === found[0]?.id);
      if (overlap < 0) throw new Error(`The list lost ${found[0]?.text} and shows ${above[0]?.text} first`);
      found = [...above.slice(0, overlap), ...found];
    }
    return found.map(({ text }) => text).filter((text) => text.startsWith(start));
  }, prefix);
}
/** The stored messages that start with a prefix, oldest first, including duplicates. */
async function storedMessages(prefix: string): Promise<string[]> {
  const [tenant, ids] = await conversationIds();
  const operator = operatorClient();
  const channel = `chat_T${tenant}_U${Math.min(...ids)}.U${Math.max(...ids)}`;
  const texts: string[] = [];
  for (let start: string | undefined; ; ) {
    const page =
      (await operator.fetchMessages({ channels: [channel], count: 100, ...(start && { start }) })).channels[
        channel
      ] ?? [];
    texts.unshift(...page.map(({ message }) => String((message as { details?: unknown }).details)));
    start = page[0] && String(page[0].timetoken);
    if (page.length < 100) break;
  }
  operator.destroy();
  return texts.filter((text) => text.startsWith(prefix));
}
async function conversationIds(): Promise<[tenant: number, ids: number[]]> {
  const [one, two] = await Promise.all([LEARNER, MANAGER].map((email) => sessionOf(server.url, email)));
  return [one!.tenantId, [one!.userId, two!.userId]];
}
function operatorClient(): PubNub {
  const { PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY, PUBNUB_SECRET_KEY } = messaging.productSettings();
  return new PubNub({
    publishKey: PUBNUB_PUBLISH_KEY ?? '',
    subscribeKey: PUBNUB_SUBSCRIBE_KEY ?? '',
    secretKey: PUBNUB_SECRET_KEY ?? '',
    userId: 'operator',
    origin: `localhost:${messaging.port}`,
    ssl: false,
  });
}
const unsent = ({ page, peer }: Person) =>
  messagesWith(page, peer)
    .getByText(/^(Sending|Not sent.*)$/)
    .count();

/** Number of messages stored in the browser's outbox. "Sending" is shown before the message is stored. */
const storedUnsent = ({ page }: Person) =>
  page.evaluate(async () => {
    const request = indexedDB.open('trellis-outbox');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const counting = database.transaction('entries').objectStore('entries').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    database.close();
    return counting.result;
  });

test.describe.configure({ timeout: 3_600_000 });

if (process.env.HARD)
  test('two people see the same messages in the same order without duplicates while the service crashes repeatedly', async () => {
    const count = Number(OUTAGE_MESSAGES);
    for (let round = 1; round <= Number(OUTAGE_ROUNDS); round++) {
      const prefix = `r${round}-`;
      let isWriting = true;
      const written = Promise.all(
        people.map(async ({ page, peer }, author) => {
          for (let n = 1; n <= count; n++) await send(page, peer, `${prefix}${author}-${n}`);
        }),
      ).finally(() => {
        isWriting = false;
      });
      let kills = 0;
      while (isWriting || kills === 0) {
        await messaging.kill();
        kills += 1;
        await new Promise((over) => setTimeout(over, Math.random() * 1_500));
        await messaging.restart();
        await new Promise((over) => setTimeout(over, 1_000 + Math.random() * 2_000));
      }
      await written;
      const expected = people.flatMap((_person, author) =>
        Array.from({ length: count }, (_one, n) => `${prefix}${author}-${n + 1}`),
      );
      for (const person of people) {
        await expect.poll(() => unsent(person), { timeout: 60_000 }).toBe(0);
        await expect
          .poll(async () => (await shownMessages(person, prefix)).length, { timeout: 60_000 })
          .toBe(count * 2);
      }
      const [one, two] = [await shownMessages(people[0], prefix), await shownMessages(people[1], prefix)];
      expect(one.toSorted()).toEqual(expected.toSorted());
      expect(two).toEqual(one);
      // The messages of each person are in the order in which they were written.
      for (const author of [0, 1])
        expect(one.filter((text) => text.startsWith(`${prefix}${author}-`))).toEqual(
          expected.filter((text) => text.startsWith(`${prefix}${author}-`)),
        );
      console.log(`round ${round}: ${one.length} messages, ${kills} kills`);
    }
  });

test('everyone is reconnected within 15 s after an outage, without a reload and without missing messages', async () => {
  await messaging.kill();
  for (const { page, peer, name } of people) {
    await send(page, peer, `written by ${name} during the outage`);
    await expect(page.getByText('Reconnecting.')).toBeVisible();
  }
  await new Promise((over) => setTimeout(over, Number(OUTAGE_SECONDS) * 1_000));
  await messaging.restart();
  const backAt = Date.now();
  for (const { page, peer } of people) {
    const texts = messagesWith(page, peer).getByText(/during the outage$/);
    await expect(texts).toHaveCount(2, { timeout: BACK_WITHIN_MS });
    await expect(page.getByText('Reconnecting.')).toBeHidden({ timeout: BACK_WITHIN_MS });
  }
  expect(Date.now() - backAt).toBeLessThan(BACK_WITHIN_MS);
  console.log(
    `outage of ${OUTAGE_SECONDS} s, everyone back after ${((Date.now() - backAt) / 1_000).toFixed(1)} s`,
  );
  const [one, two] = people;
  await send(one.page, one.peer, 'back online');
  await expect(messagesWith(two.page, two.peer).getByText('back online')).toHaveCount(1);
});

test('a message with a lost response is shown once to both people', async () => {
  const [one, two] = people;
  const count = Number(OUTAGE_LOST_RESPONSES);
  proxy.cutAnswers(/^\/publish\//);
  for (let n = 1; n <= count; n++) {
    await send(one.page, one.peer, `cut-${n}`);
    // Limits pending messages, because this test is about lost responses and not about the queue.
    if (n % 50 === 0) await expect.poll(() => unsent(one), { timeout: 60_000 }).toBe(0);
  }
  await expect.poll(() => unsent(one), { timeout: 60_000 }).toBe(0);
  proxy.cutAnswers(null);
  await expect(messagesWith(two.page, two.peer).getByText(`cut-${count}`, { exact: true })).toHaveCount(1);
  const expected = Array.from({ length: count }, (_one, n) => `cut-${n + 1}`);
  // A browser may repeat a request by itself, so some messages are stored twice.
  const stored = await storedMessages('cut-');
  expect([...new Set(stored)]).toEqual(expected);
  for (const person of people) expect(await shownMessages(person, 'cut-')).toEqual(expected);
  expect(proxy.cut).toBeGreaterThanOrEqual(count);
  console.log(`${proxy.cut} responses cut, ${stored.length} stored, ${count} messages shown once`);
});

test('a revoked access token is replaced, and the conversation continues', async () => {
  const [one, two] = people;
  const [request] = await Promise.all([
    two.page.waitForRequest((sent) => sent.url().includes('/publish/')),
    send(two.page, two.peer, 'before the revocation'),
  ]);
  const token = new URL(request.url()).searchParams.get('auth') ?? '';
  const operator = operatorClient();
  await operator.revokeToken(token);
  operator.destroy();
  await send(one.page, one.peer, 'after the revocation');
  await expect(messagesWith(two.page, two.peer).getByText('after the revocation')).toBeVisible({
    timeout: BACK_WITHIN_MS,
  });
  await send(two.page, two.peer, 'with a new token');
  await expect(messagesWith(one.page, one.peer).getByText('with a new token')).toBeVisible();
});

test('an offline page shows a banner and reconnects automatically', async () => {
  const [one, two] = people;
  const context = one.page.context();
  await context.setOffline(true);
  await expect(one.page.getByText('You are offline.')).toBeVisible();
  await send(two.page, two.peer, 'are you there?');
  await context.setOffline(false);
  await expect(one.page.getByText('You are offline.')).toBeHidden();
  await expect(messagesWith(one.page, one.peer).getByText('are you there?')).toBeVisible({
    timeout: BACK_WITHIN_MS,
  });
});

test('messages written offline in a closed tab are sent once and in order when the user returns', async () => {
  const [one, two] = people;
  const context = one.page.context();
  await context.setOffline(true);
  await expect(one.page.getByText('You are offline.')).toBeVisible();
  for (const n of [1, 2, 3]) await send(one.page, one.peer, `offline-${n}`);
  await expect.poll(() => storedUnsent(one)).toBe(3);
  await one.page.close();
  await context.setOffline(false);
  const back = await context.newPage();
  await back.goto(`${server.url}/home`);
  const theirs = messagesWith(two.page, two.peer).getByText(/^offline-\d$/);
  await expect(theirs).toHaveText(['offline-1', 'offline-2', 'offline-3'], { timeout: BACK_WITHIN_MS });
  await startConversation(back, one.peer.slice(0, 2), one.peer);
  await expect(messagesWith(back, one.peer).getByText(/^offline-\d$/)).toHaveCount(3);
  await expect(conversationWith(back, one.peer).getByText('Sending')).toHaveCount(0);
});
