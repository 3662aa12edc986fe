import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITH_PARENT } from '#test/support/withParent.ts';
import { copyPreparedData, PREPARED_MESSAGING } from './preparedData.ts';

/** The keys that both the service and the product are given. */
const KEYS = {
  publish: 'pub-c-story',
  subscribe: 'sub-c-story',
  secret: 'sec-c-story-story-story-story-story',
};
const READY_WITHIN_MS = 90_000;

export interface RunningMessaging {
  url: string;
  /** What makes the product use this service, or another that stands before it, instead of its own. */
  productSettings(port?: number): Record<string, string>;
  readonly port: number;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** One number of its metrics. */
  metric(name: string): Promise<number>;
  dispose(): Promise<void>;
}

/** The messaging service alone, so that it can be killed while the product lives. */
export function startMessaging(settings: Record<string, string> = {}): Promise<RunningMessaging> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trellis-messaging-'));
  copyPreparedData(dataDirectory, PREPARED_MESSAGING);
  return startMessagingOn(dataDirectory, settings);
}

/** The same on a directory that is empty, or what an earlier one has left. */
export async function startMessagingOn(
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<RunningMessaging> {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDirectory,
    MESSAGING_PORT: String(port),
    MESSAGING_PUBLISH_KEY: KEYS.publish,
    MESSAGING_SUBSCRIBE_KEY: KEYS.subscribe,
    MESSAGING_SECRET_KEY: KEYS.secret,
    MESSAGING_RATE_LIMIT: 'off',
    ...settings,
  };
  let child = await launch(env);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  const url = `http://localhost:${port}`;
  return {
    url,
    port,
    productSettings: (before = port) => ({
      PUBNUB_PUBLISH_KEY: KEYS.publish,
      PUBNUB_SUBSCRIBE_KEY: KEYS.subscribe,
      PUBNUB_SECRET_KEY: KEYS.secret,
      PUBNUB_ORIGIN: `localhost:${before}`,
      PUBNUB_SSL: '0',
    }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async restart() {
      child = await launch(env);
    },
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    async dispose() {
      await end('SIGTERM');
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...WITH_PARENT, 'server/messagingMain.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The messaging service was not ready in time. It said:\n${said}`));
    }, READY_WITHIN_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (!said.includes('Messaging is ready at')) return;
        clearTimeout(timer);
        resolve(child);
      });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The messaging service ended with ${code}. It said:\n${said}`));
    });
  });
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
