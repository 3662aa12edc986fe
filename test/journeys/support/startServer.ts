import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedDatabase } from '#test/support/sharedPostgres.ts';
import { WITH_PARENT } from '#test/support/withParent.ts';
import { copyPreparedData, PREPARED_ON_POSTGRES } from './preparedData.ts';

export interface RunningServer {
  url: string;
  messagingUrl: string;
  dataDirectory: string;
  /** Changes after `restart`. */
  readonly pid: number;
  /** What the newest process has printed. */
  output(): string;
  /** Stops it with SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it with the same data and ports; returns the milliseconds until it was ready. */
  restart(): Promise<number>;
  /** Stops it and deletes its data. */
  dispose(): Promise<void>;
}

/** The data directories of the servers that this process has started and not disposed of. */
const directories = new Set<string>();

/** The logs of these servers. */
export const serverLogs = () =>
  [...directories].map((directory) => join(directory, 'data/logs/server.log')).filter(existsSync);

const READY_WITHIN_MS = 100_000;
/**
 * Optimizing the embedded database takes 4 s of processor time, which the few queries of a story do not make
 * up for.
 */
const WITHOUT_OPTIMIZED_WASM = '--liftoff-only';

/** Set when PostgreSQL runs for the stories. */
export const USES_POSTGRES = 'TRELLIS_STORIES_USE_POSTGRES';

/**
 * Starts the server like `npm start`, with its own ports and data directory and the demo organisation. All stories
 * share one PostgreSQL, which takes half the processor time of the embedded database. The embedded database is used if
 * the story needs it, or if PostgreSQL is not installed.
 */
export async function startServer(
  env: Record<string, string> = {},
  { isEmbedded = process.env[USES_POSTGRES] !== 'yes' } = {},
): Promise<RunningServer> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'trellis-story-'));
  if (isEmbedded) {
    copyPreparedData(join(dataDirectory, 'data'));
    return startOn(dataDirectory, env);
  }
  copyPreparedData(join(dataDirectory, 'data'), PREPARED_ON_POSTGRES);
  const database = await createSharedDatabase();
  return startOn(dataDirectory, { DATABASE_URL: database.appUrl, ...env }, database.drop);
}

/** Starts it on a given data directory. `onDispose` runs when the server has stopped for good. */
export async function startOn(
  dataDirectory: string,
  env: Record<string, string> = {},
  onDispose: () => Promise<void> = async () => {},
): Promise<RunningServer> {
  const [port, messagingPort, packagesPort] = await freePorts();
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    MESSAGING_PORT: String(messagingPort),
    PACKAGES_PORT: String(packagesPort),
    DATA_DIR: join(dataDirectory, 'data'),
    DEMO_TALK: '0', // stories count messages and notifications
    ...env,
  };
  let printed = '';
  const start = () => {
    printed = '';
    return launch(settings, (text) => {
      printed += text;
    });
  };
  directories.add(dataDirectory);
  let child = await start();
  return {
    output: () => printed,
    url: `http://localhost:${port}`,
    messagingUrl: `http://localhost:${messagingPort}`,
    dataDirectory,
    get pid() {
      return child.pid ?? 0;
    },
    stop: () => end(child, 'SIGTERM'),
    async kill() {
      await end(child, 'SIGKILL');
    },
    async restart() {
      const startedAt = performance.now();
      child = await start();
      return performance.now() - startedAt;
    },
    async dispose() {
      await end(child, 'SIGTERM');
      directories.delete(dataDirectory);
      rmSync(dataDirectory, { recursive: true, force: true });
      await onDispose();
    },
  };
}

function launch(env: NodeJS.ProcessEnv, onOutput: (text: string) => void): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WITHOUT_OPTIMIZED_WASM, ...WITH_PARENT, 'server/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(new Error(`The server ${reason}. Output:\n${output}`));
    };
    const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        onOutput(chunk.toString());
        if (!output.includes('Trellis is ready at')) return;
        clearTimeout(timer);
        resolve(child);
      });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}. Output:\n${output}`));
    });
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

/** Linux takes the ports of outgoing connections from 32,768, so no connection takes a port before its server listens. */
const [FIRST_PORT, PORTS] = [20_000, 12_000];

async function freePorts(): Promise<[number, number, number]> {
  const ports = new Set<number>();
  while (ports.size < 3) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports] as [number, number, number];
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
