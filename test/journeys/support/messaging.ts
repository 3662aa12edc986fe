import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WITH_PARENT } from '#test/support/withParent.ts';
import { copyPreparedData, PREPARED_MESSAGING } from './preparedData.ts';

/** The keys of the messaging service and the product. */
const KEYS = {
  publish: 'pub-c-story',
  subscribe: 'sub-c-story',
  secret: 'sec-c-story-story-story-story-story',
};
const READY_WITHIN_MS = 100_000;

export interface RunningMessaging {
  url: string;
  /** Environment of a product server that uses this service, or a proxy on another port. */
  productSettings(port?: number): Record<string, string>;
  readonly port: number;
  /** Stops it with SIGTERM. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it with the same data and port. */
  restart(): Promise<void>;
  /** Reads one of its metrics. */
  metric(name: string): Promise<number>;
  dispose(): Promise<void>;
}

/** Starts the messaging service as a separate process, so that it can be killed while the product runs. */
export function startMessaging(settings: Record<string, string> = {}): Promise<RunningMessaging> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trellis-messaging-'));
  copyPreparedData(dataDirectory, PREPARED_MESSAGING);
  return startMessagingOn(dataDirectory, settings);
}

/** Starts it on a given data directory. */
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
    productSettings: (proxyPort = port) => ({
      PUBNUB_PUBLISH_KEY: KEYS.publish,
      PUBNUB_SUBSCRIBE_KEY: KEYS.subscribe,
      PUBNUB_SECRET_KEY: KEYS.secret,
      PUBNUB_ORIGIN: `localhost:${proxyPort}`,
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
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The messaging service was not ready in time. Output:\n${output}`));
    }, READY_WITHIN_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (!output.includes('Messaging is ready at')) return;
        clearTimeout(timer);
        resolve(child);
      });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The messaging service ended with ${code}. Output:\n${output}`));
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
