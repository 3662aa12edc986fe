import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITH_PARENT } from '#test/support/withParent.ts';

const keys = {
  publishKey: 'pub-c-kill',
  subscribeKey: 'sub-c-kill',
  secretKey: 'sec-c-kill-kill-kill-kill-kill-kill',
};
const PUBLISHERS = 20;
const CHANNELS = ['kill-0', 'kill-1', 'kill-2', 'kill-3'];
/** Small numbers for the test suite. The variables allow longer runs, such as 10 kills during 10,000 messages. */
const KILLS = Number(process.env.MESSAGING_KILLS ?? 1);
const MESSAGES = Number(process.env.MESSAGING_KILL_MESSAGES ?? 800);

jest.setTimeout(60_000 + KILLS * 30_000);

/** Starts the service like `npm run messaging`. */
async function startProcess(dataDir: string, port: number): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [...WITH_PARENT, 'server/messagingMain.ts'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      MESSAGING_PORT: String(port),
      MESSAGING_PUBLISH_KEY: keys.publishKey,
      MESSAGING_SUBSCRIBE_KEY: keys.subscribeKey,
      MESSAGING_SECRET_KEY: keys.secretKey,
      MESSAGING_ACCESS: 'off',
      MESSAGING_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const line = /Messaging is ready at http:\/\/localhost:(\d+)/.exec(output);
      if (line?.[1]) resolve(line[1]);
    });
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}`)));
  });
  return { process: child, port: Number(ready) };
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

describe('a service that is killed during writes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'messaging-kill-'));
  let service: { process: ChildProcess; port: number };
  beforeAll(async () => {
    service = await startProcess(dataDir, 0);
  });
  afterAll(async () => {
    service.process.kill('SIGTERM');
    await ended(service.process);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const getJson = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return response.json();
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Waits until the service is running again. */
  const waitUntilServing = async () => {
    for (const end = Date.now() + 30_000; Date.now() < end; await pause(20)) {
      if (
        await getJson('/health').then(
          () => true,
          () => false,
        )
      )
        return;
    }
    throw new Error('The service did not start again');
  };

  it('keeps every acknowledged message once and in order, and delivers it to reconnecting clients', async () => {
    const acknowledged = new Map<string, string>(); // message → timetoken
    let isOver = false;

    const publish = async (publisher: number) => {
      for (let n = 0; n < MESSAGES / PUBLISHERS; n++) {
        const message = `${publisher}-${n}`;
        const channel = CHANNELS[publisher % CHANNELS.length];
        try {
          const response = await getJson(
            `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/%22${message}%22`,
          );
          acknowledged.set(message, (response as [number, string, string])[2]);
        } catch {
          await waitUntilServing(); // this message was not acknowledged
        }
      }
    };

    interface PollBody {
      t: { t: string };
      m: { d: string; c: string; p: { t: string } }[];
    }
    const path = `/v2/subscribe/${keys.subscribeKey}/${CHANNELS.join(',')}/0`;
    const listen = async () => {
      const received: PollBody['m'] = [];
      let cursor = ((await getJson(path)) as PollBody).t.t;
      const isComplete = () => {
        if (!isOver) return false;
        const messages = new Set(received.map(({ d }) => d));
        return acknowledged.keys().every((message) => messages.has(message));
      };
      while (!isComplete()) {
        try {
          const response = (await getJson(`${path}?tt=${cursor}`)) as PollBody;
          received.push(...response.m);
          cursor = response.t.t;
        } catch {
          await waitUntilServing();
        }
        if (isOver && Date.now() > giveUpAt) break;
      }
      return received;
    };
    let giveUpAt = Number.POSITIVE_INFINITY;

    const reached = async (count: number) => {
      while (acknowledged.size < count && !isPublished) await pause(5);
    };
    const listening = [listen(), listen(), listen()];
    await pause(200);
    let isPublished = false;
    const publishing = Promise.all(
      Array.from({ length: PUBLISHERS }, (_, publisher) => publish(publisher)),
    ).finally(() => {
      isPublished = true;
    });
    for (let kill = 1; kill <= KILLS; kill++) {
      const wanted = (MESSAGES * kill) / (KILLS + 2);
      await reached(wanted);
      service.process.kill('SIGKILL');
      await ended(service.process);
      service = await startProcess(dataDir, service.port);
    }
    await publishing;
    isOver = true;
    giveUpAt = Date.now() + 10_000;
    // A final message ends the polls that have received everything.
    for (const channel of CHANNELS)
      await getJson(`/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/%22over%22`);
    const received = await Promise.all(listening);

    const kept = new Map<string, string>();
    for (const channel of CHANNELS) {
      const tokens: string[] = [];
      for (let start = ''; ; ) {
        const page = (await getJson(
          `/v3/history/sub-key/${keys.subscribeKey}/channel/${channel}?max=100${start && `&start=${start}`}`,
        )) as { channels: Record<string, { message: string; timetoken: string }[]> };
        const messages = page.channels[channel] ?? [];
        if (messages.length === 0) break;
        tokens.unshift(...messages.map(({ timetoken }) => timetoken));
        for (const { message, timetoken } of messages) {
          if (message === 'over') continue;
          expect(kept.has(message)).toBe(false);
          kept.set(message, timetoken);
        }
        start = messages[0]?.timetoken ?? '';
      }
      expect(tokens).toEqual(tokens.toSorted());
      expect(new Set(tokens).size).toBe(tokens.length);
    }
    expect(acknowledged.size).toBeGreaterThan(MESSAGES / 2);
    expect([...acknowledged].filter(([message, timetoken]) => kept.get(message) !== timetoken)).toEqual([]);
    for (const envelopes of received) {
      const messages = envelopes.map(({ d }) => d).filter((message) => message !== 'over');
      expect(
        acknowledged
          .keys()
          .filter((message) => !messages.includes(message))
          .toArray(),
      ).toEqual([]);
      expect(new Set(messages).size).toBe(messages.length);
      const order = envelopes.map(({ p }) => p.t);
      expect(order).toEqual(order.toSorted());
    }
  });
});
