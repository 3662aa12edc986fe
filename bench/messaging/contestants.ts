import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { WITH_PARENT } from '#test/support/withParent.ts';

/** A messaging service under load, in its own process. */
export interface Contestant {
  name: string;
  port: number;
  pid: number;
  end(): Promise<void>;
}

const OURS_PORT = 4721;
const SOCKET_IO_PORT = 4722;
const NATS_PORT = 4723;
export const KEYS = {
  publish: 'pub-bench',
  subscribe: 'sub-bench',
  secret: 'sec-bench-0123456789abcdef0123456789',
};

/** Our service with durable history, and without access control, because the other services have none. */
export async function startOurs(nodeOptions: string[] = []): Promise<Contestant> {
  const home = mkdtempSync(join(tmpdir(), 'trellis-bench-messaging-'));
  const child = spawn(process.execPath, [...WITH_PARENT, ...nodeOptions, 'server/messagingMain.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MESSAGING_PORT: String(OURS_PORT),
      DATA_DIR: join(home, 'data'),
      MESSAGING_PUBLISH_KEY: KEYS.publish,
      MESSAGING_SUBSCRIBE_KEY: KEYS.subscribe,
      MESSAGING_SECRET_KEY: KEYS.secret,
      MESSAGING_ACCESS: 'off',
      MESSAGING_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForOutput(child, 'Messaging is ready at');
  return running('ours, durable', OURS_PORT, child, () => rmSync(home, { recursive: true, force: true }));
}

export async function startSocketIo(): Promise<Contestant> {
  const child = spawn(
    process.execPath,
    [...WITH_PARENT, 'bench/messaging/socketIoServer.ts', String(SOCKET_IO_PORT)],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await waitForOutput(child, 'ready');
  return running('Socket.IO, in memory', SOCKET_IO_PORT, child);
}

/** Starts NATS; null if it is not installed. */
export async function startNats(): Promise<Contestant | null> {
  const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nats-server'))
    .find(existsSync);
  if (!program) return null;
  const child = spawn(program, ['-p', String(NATS_PORT), '-a', '127.0.0.1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await waitForOutput(child, 'Server is ready');
  return running('NATS, in memory', NATS_PORT, child);
}

function running(name: string, port: number, child: ChildProcess, afterwards = () => {}): Contestant {
  return {
    name,
    port,
    pid: child.pid ?? 0,
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          afterwards();
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onData = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(text)) resolve();
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code) => reject(new Error(`Exited with ${code}: ${output}`)));
  });
}

/** CPU time of a process in milliseconds. */
export function processorMs(pid: number): number {
  const stat =
    execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' })
      .split(') ')[1]
      ?.split(' ') ?? [];
  const ticks = Number(stat[11]) + Number(stat[12]);
  return (ticks / 100) * 1000;
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const status = execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' });
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
