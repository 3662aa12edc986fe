import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '#bench/support/browser.ts';
import { type Figures, quantile } from '#bench/support/figures.ts';
import { BENCH_URL, startTrellis, withDataDirectory } from '#bench/support/server.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { send, signIn, startConversation } from '#test/journeys/support/people.ts';

const MESSAGES = 30;

interface Config {
  authKey: string;
  subKey: string;
  pubKey: string;
  uuid: string;
  origin: string;
  ssl: boolean;
}
interface SessionUser {
  userId: number;
  tenantId: number;
  firstName: string;
  lastName: string;
}

export async function measureDelivery(): Promise<Figures> {
  return withDataDirectory(async (directory) => {
    const trellis = await startTrellis(directory);
    const browser = await launchBrowser();
    try {
      const ours = await measureProduct(browser);
      const bare = await measureBareSdk(browser);
      return {
        title: 'Message delivery between two browsers',
        method: `${MESSAGES} messages one after another; time from the click on Send until the text is on the other page.`,
        rows: [0.5, 0.95].map((q) => ({
          what: q === 0.5 ? 'median' : '95th percentile',
          ours: quantile(ours, q),
          reference: quantile(bare, q),
          referenceName: 'bare SDK, same service',
          unit: 'ms',
        })),
      };
    } finally {
      await browser.close();
      await trellis.end();
    }
  });
}

const clock = (page: Page) => page.evaluate(() => performance.timeOrigin + performance.now());

/** Records in the page when each text first appears, on a clock that both pages share. */
const watchFor = (page: Page) =>
  page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const [text] of document.body.innerText.matchAll(/bench-\d+/g))
        seen[text] ??= performance.timeOrigin + performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const seenAt = async (page: Page, text: string) => {
  await page.waitForFunction(
    (wanted) => wanted in (window as unknown as { seen: Record<string, number> }).seen,
    text,
  );
  return page.evaluate(
    (wanted) => (window as unknown as { seen: Record<string, number> }).seen[wanted] ?? 0,
    text,
  );
};

async function measureProduct(browser: Browser): Promise<number[]> {
  const [learners, managers] = [await browser.newContext(), await browser.newContext()];
  const [learner, manager] = [
    await signIn(learners, BENCH_URL, LEARNER),
    await signIn(managers, BENCH_URL, MANAGER),
  ];
  const person = async (email: string) => {
    const { body } = await (await apiAs(BENCH_URL, email)).get<SessionUser>('/api/session');
    return `${body.firstName} ${body.lastName}`;
  };
  const [learnerName, managerName] = [await person(LEARNER), await person(MANAGER)];
  await startConversation(learner, managerName.slice(0, 2), managerName);
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await watchFor(manager);
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n++) {
    await learner.evaluate(() => {
      document.addEventListener(
        'click',
        () => Object.assign(window, { pressedAt: performance.timeOrigin + performance.now() }),
        { capture: true, once: true },
      );
    });
    await send(learner, managerName, `bench-${n}`);
    const arrivedAt = await seenAt(manager, `bench-${n}`);
    times.push(
      arrivedAt - (await learner.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)),
    );
  }
  await Promise.all([learners.close(), managers.close()]);
  return times;
}

/** The same two users on an empty page with the SDK only. */
async function measureBareSdk(browser: Browser): Promise<number[]> {
  const sdk = readFileSync('node_modules/pubnub/dist/web/pubnub.min.js', 'utf8');
  const blank = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><body></body>'),
  );
  await new Promise<void>((resolve) => blank.listen(4713, '127.0.0.1', resolve));
  try {
    const open = async (email: string) => {
      const api = await apiAs(BENCH_URL, email);
      const page = await (await browser.newContext()).newPage();
      await page.goto('http://localhost:4713/');
      await page.addScriptTag({ content: sdk });
      return {
        page,
        config: (await api.get<Config>('/api/messaging/config')).body,
        user: (await api.get<SessionUser>('/api/session')).body,
      };
    };
    const [learner, manager] = [await open(LEARNER), await open(MANAGER)];
    const ids = [learner.user.userId, manager.user.userId].sort((a, b) => a - b);
    const channel = `chat_T${learner.user.tenantId}_U${ids[0]}.U${ids[1]}`;
    for (const { page, config } of [learner, manager])
      await page.evaluate(
        ([{ subKey, pubKey, authKey, uuid, origin, ssl }, name]) => {
          const { PubNub } = window as unknown as {
            PubNub: new (options: object) => Record<string, (argument: unknown) => unknown>;
          };
          const client = new PubNub({
            subscribeKey: subKey,
            publishKey: pubKey,
            authKey,
            userId: uuid,
            origin,
            ssl,
          });
          const connected = new Promise<void>((resolve) => {
            client.addListener?.({
              status: ({ category }: { category: string }) => category === 'PNConnectedCategory' && resolve(),
              message: ({ message }: { message: { details: string } }) =>
                document.body.append(message.details),
            });
          });
          client.subscribe?.({ channels: [name] });
          Object.assign(window, { client });
          return connected;
        },
        [config, channel] as const,
      );
    await watchFor(manager.page);
    const times: number[] = [];
    for (let n = 1000; n < 1000 + MESSAGES; n++) {
      const pressedAt = await clock(learner.page);
      await learner.page.evaluate(
        ([name, details]) => {
          const { client } = window as unknown as { client: { publish(message: object): Promise<unknown> } };
          // Does not wait for the acknowledgement, because the bench measures the time until the other page shows the
          // text.
          void client.publish({ channel: name, message: { details } });
        },
        [channel, `bench-${n}`] as const,
      );
      times.push((await seenAt(manager.page, `bench-${n}`)) - pressedAt);
    }
    return times;
  } finally {
    blank.close();
  }
}
