import { type Browser, expect, type Page, test } from '@playwright/test';
import PubNub from 'pubnub';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { sessionOf } from './support/asServer.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { type RunningMessaging, startMessaging } from './support/messaging.ts';
import { conversationWith, messagesWith, nameOf, send, signIn, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

/**
 * The messaging service dies, is away, loses answers, takes keys back, before the eyes of two people. OUTAGE_SECONDS=200
 * is the full measure of being away. That of kills and lost answers is taken on whole clients without a screen:
 * test/sagas/kills.test.ts and test/sagas/lostAnswers.test.ts.
 */
const { OUTAGE_ROUNDS = '1', OUTAGE_MESSAGES = '10', OUTAGE_SECONDS = '4', OUTAGE_CUTS = '10' } = process.env;
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
});

interface Person {
  page: Page;
  name: string;
  /** The other's name, as the conversation is called on this screen. */
  peer: string;
}

/** Two people, each with the other's conversation open. */
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

/** Everything that begins with a mark, as it stands on the screen from top to bottom: a long list is scrolled through. */
async function shown({ page, peer }: Person, mark: string): Promise<string[]> {
  const list = messagesWith(page, peer);
  return list.evaluate(async (element, prefix) => {
    const frame = element.parentElement!;
    const rows = () =>
      [...element.querySelectorAll<HTMLElement>('[data-id]')].map((row) => ({
        id: row.dataset.id ?? '',
        text: row.querySelector('.bubble')?.textContent ?? '',
      }));
    const frames = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const first = () => element.querySelector<HTMLElement>('[data-id]');
    /** Until the rows that a scroll asked for are drawn: the place and the first row are the same for a while. */
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
    while (found[0]?.text.startsWith(prefix) && frame.scrollTop > 0) {
      frame.scrollTop -= frame.clientHeight / 2;
      await settled();
      const above = rows();
      // The rows are known by their ids, so a list that jumps or changes its order is seen as such.
      const joint = above.findIndex(({ id }) => id === found[0]?.id);
      if (joint < 0) throw new Error(`The list has left ${found[0]?.text}: it shows ${above[0]?.text} first`);
      found = [...above.slice(0, joint), ...found];
    }
    return found.map(({ text }) => text).filter((text) => text.startsWith(prefix));
  }, mark);
}
/** What the service has of a mark, oldest first, each as often as it has it. */
async function stored(mark: string): Promise<string[]> {
  const [tenant, ids] = await conversationIds();
  const operator = anOperator();
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
  return texts.filter((text) => text.startsWith(mark));
}
async function conversationIds(): Promise<[tenant: number, ids: number[]]> {
  const [one, two] = await Promise.all([LEARNER, MANAGER].map((email) => sessionOf(server.url, email)));
  return [one!.tenantId, [one!.userId, two!.userId]];
}
function anOperator(): PubNub {
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

test.describe.configure({ timeout: 3_600_000 });

test('two people write while the service is killed again and again: the same messages in the same order, none twice', async () => {
  const count = Number(OUTAGE_MESSAGES);
  for (let round = 1; round <= Number(OUTAGE_ROUNDS); round++) {
    const mark = `r${round}-`;
    let isWriting = true;
    const written = Promise.all(
      people.map(async ({ page, peer }, who) => {
        for (let n = 1; n <= count; n++) await send(page, peer, `${mark}${who}-${n}`);
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
    const expected = people.flatMap((_person, who) =>
      Array.from({ length: count }, (_one, n) => `${mark}${who}-${n + 1}`),
    );
    for (const person of people) {
      await expect.poll(() => unsent(person), { timeout: 60_000 }).toBe(0);
      await expect.poll(async () => (await shown(person, mark)).length, { timeout: 60_000 }).toBe(count * 2);
    }
    const [one, two] = [await shown(people[0], mark), await shown(people[1], mark)];
    expect(one.toSorted()).toEqual(expected.toSorted());
    expect(two).toEqual(one);
    // Each person's own stand in the order in which they were written.
    for (const who of [0, 1])
      expect(one.filter((text) => text.startsWith(`${mark}${who}-`))).toEqual(
        expected.filter((text) => text.startsWith(`${mark}${who}-`)),
      );
    console.log(`round ${round}: ${one.length} messages, ${kills} kills`);
  }
});

test('after the service was away everybody is live again within 15 s, without a reload and without a gap', async () => {
  await messaging.kill();
  for (const { page, peer, name } of people) {
    await send(page, peer, `written by ${name} while it was away`);
    await expect(page.getByText('Reconnecting.')).toBeVisible();
  }
  await new Promise((over) => setTimeout(over, Number(OUTAGE_SECONDS) * 1_000));
  await messaging.restart();
  const backAt = Date.now();
  for (const { page, peer } of people) {
    const texts = messagesWith(page, peer).getByText(/while it was away$/);
    await expect(texts).toHaveCount(2, { timeout: BACK_WITHIN_MS });
    await expect(page.getByText('Reconnecting.')).toBeHidden({ timeout: BACK_WITHIN_MS });
  }
  expect(Date.now() - backAt).toBeLessThan(BACK_WITHIN_MS);
  console.log(
    `away ${OUTAGE_SECONDS} s, everybody back after ${((Date.now() - backAt) / 1_000).toFixed(1)} s`,
  );
  const [one, two] = people;
  await send(one.page, one.peer, 'and live again');
  await expect(messagesWith(two.page, two.peer).getByText('and live again')).toHaveCount(1);
});

test('a message whose answer is lost is shown once to both', async () => {
  const [one, two] = people;
  const count = Number(OUTAGE_CUTS);
  proxy.cutAnswers(/^\/publish\//);
  for (let n = 1; n <= count; n++) {
    await send(one.page, one.peer, `cut-${n}`);
    // No more on their way than a person could write: what is tried is the losing, not the queue.
    if (n % 50 === 0) await expect.poll(() => unsent(one), { timeout: 60_000 }).toBe(0);
  }
  await expect.poll(() => unsent(one), { timeout: 60_000 }).toBe(0);
  proxy.cutAnswers(null);
  await expect(messagesWith(two.page, two.peer).getByText(`cut-${count}`, { exact: true })).toHaveCount(1);
  const expected = Array.from({ length: count }, (_one, n) => `cut-${n + 1}`);
  // First what the service has: a browser may repeat a request by itself, so some of them stand there twice.
  const kept = await stored('cut-');
  expect([...new Set(kept)]).toEqual(expected);
  for (const person of people) expect(await shown(person, 'cut-')).toEqual(expected);
  expect(proxy.cut).toBeGreaterThanOrEqual(count);
  console.log(`${proxy.cut} answers cut, ${kept.length} stored, ${count} messages shown once`);
});

test('a key that is taken back in the middle is replaced, and the conversation goes on', async () => {
  const [one, two] = people;
  const [asked] = await Promise.all([
    two.page.waitForRequest((request) => request.url().includes('/publish/')),
    send(two.page, two.peer, 'this carries my key'),
  ]);
  const token = new URL(asked.url()).searchParams.get('auth') ?? '';
  const operator = anOperator();
  await operator.revokeToken(token);
  operator.destroy();
  await send(one.page, one.peer, 'is your key gone?');
  await expect(messagesWith(two.page, two.peer).getByText('is your key gone?')).toBeVisible({
    timeout: BACK_WITHIN_MS,
  });
  await send(two.page, two.peer, 'I have another one');
  await expect(messagesWith(one.page, one.peer).getByText('I have another one')).toBeVisible();
});

test('a page that was offline says so, and is back by itself when the network is', async () => {
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

test('what was written offline in a tab that was closed is sent once, in order, when the person is back', async () => {
  const [one, two] = people;
  const context = one.page.context();
  await context.setOffline(true);
  await expect(one.page.getByText('You are offline.')).toBeVisible();
  for (const n of [1, 2, 3]) await send(one.page, one.peer, `offline-${n}`);
  await expect.poll(() => unsent(one)).toBe(3);
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
