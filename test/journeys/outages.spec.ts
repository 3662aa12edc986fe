import { type Browser, expect, type Page, test } from '@playwright/test';
import PubNub from 'pubnub';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
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
    const all = () => [...element.querySelectorAll('.bubble')].map(({ textContent }) => textContent ?? '');
    const read = () => all().filter((text) => text.startsWith(prefix));
    const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    frame.scrollTop = frame.scrollHeight;
    await drawn();
    let found = read();
    // The rows above are drawn as one comes near them, and the place is kept: only what was read tells how far it went.
    for (let idle = 0; idle < 10 && all()[0]?.startsWith(prefix); ) {
      frame.scrollTop -= frame.clientHeight / 2;
      await drawn();
      const above = read();
      const joint = above.indexOf(found[0] ?? '');
      const news = above.slice(0, joint < 0 ? above.length : joint);
      idle = news.length > 0 ? 0 : idle + 1;
      found = [...news, ...found];
    }
    return found;
  }, mark);
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
  for (const person of people)
    await expect.poll(() => shown(person, 'cut-'), { timeout: 30_000 }).toEqual(expected);
  expect(proxy.cut).toBeGreaterThanOrEqual(count);
  console.log(`${proxy.cut} answers cut, ${count} messages shown once`);
});

test('a key that is taken back in the middle is replaced, and the conversation goes on', async () => {
  const [one, two] = people;
  const [asked] = await Promise.all([
    two.page.waitForRequest((request) => request.url().includes('/publish/')),
    send(two.page, two.peer, 'this carries my key'),
  ]);
  const token = new URL(asked.url()).searchParams.get('auth') ?? '';
  const { PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY, PUBNUB_SECRET_KEY } = messaging.productSettings();
  const operator = new PubNub({
    publishKey: PUBNUB_PUBLISH_KEY ?? '',
    subscribeKey: PUBNUB_SUBSCRIBE_KEY ?? '',
    secretKey: PUBNUB_SECRET_KEY ?? '',
    userId: 'operator',
    origin: `localhost:${messaging.port}`,
    ssl: false,
  });
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
