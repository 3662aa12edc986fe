import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts a program and waits for `readyLine` in its output. Returns the time this took and functions to end it. */
export async function startUntil(readyLine: string, args: string[], env: Record<string, string> = {}) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitForOutput(child, readyLine);
  const tookMs = performance.now() - startedAt;
  const endBy = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return { tookMs, end: () => endBy('SIGTERM'), kill: () => endBy('SIGKILL') };
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

/** Runs `work` with a temporary data directory. */
export async function withDataDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
  try {
    return await work(join(directory, 'data'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export const BENCH_PORT = 4710;
export const BENCH_URL = `http://localhost:${BENCH_PORT}`;
export const startTrellis = (directory: string) =>
  startUntil('Trellis is ready at', ['scripts/start.mjs'], {
    PORT: String(BENCH_PORT),
    MESSAGING_PORT: String(BENCH_PORT + 1),
    DATA_DIR: directory,
  });
