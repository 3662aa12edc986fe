// `npm run theatre`: two live copies of the application, signed in as the learner and the manager of the demo, over one
// timeline. Each start has its own database, which is deleted at the end. With `-- --record` it plays the tour and
// writes the picture for the README.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenChanged } from '../build.mjs';
import { hasDeveloperTools } from '../developerTools.ts';
import { endWithParent } from '../endWithParent.mjs';
import { buildPage, PAGE_FOLDER } from './buildPage.ts';
import { startFront } from './front.ts';

process.chdir(join(import.meta.dirname, '../..'));
const { DEPLOYMENT = 'local', PATH = '', HOME = '', PORT = '4600' } = process.env;
const isRecording = process.argv.includes('--record');

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
if (DEPLOYMENT !== 'local' || !hasDeveloperTools())
  stop(
    'The theatre runs only in a local deployment with developer tools. Unset DEPLOYMENT and DEVELOPER_TOOLS.',
  );

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** The server of `npm start` with the demo, on its own ports and data. No other setting of this shell reaches it. */
async function startServer(folder: string) {
  const [port, messagingPort, packagesPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      MESSAGING_PORT: String(messagingPort),
      PACKAGES_PORT: String(packagesPort),
      DATA_DIR: folder,
      DEMO_TALK: '0',
    },
  });
  process.once('exit', () => child.kill()); // also after an error
  await new Promise<void>((ready) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Trellis is ready')) ready();
    });
    child.once('exit', () => stop('The server could not be started. See its message above.'));
  });
  child.removeAllListeners('exit');
  return { port, messagingPort, child };
}

buildWhenChanged();
await buildPage();
console.log('Starting a server with new demo data…');
const folder = mkdtempSync(join(tmpdir(), 'trellis-theatre-'));
const { port, messagingPort, child } = await startServer(folder);
const front = await startFront({
  port,
  messagingPort,
  pageFolder: PAGE_FOLDER,
  listenOn: isRecording ? 0 : Number(PORT),
}).catch((error: Error) => {
  child.kill();
  return stop(`Port ${PORT} cannot be used: ${error.message}. Set PORT to another one.`);
});

let isEnding = false;
async function end() {
  if (isEnding) return;
  isEnding = true;
  await front.close();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
  process.exit(); // with the exit code that is set
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end());

if (isRecording) {
  const { record } = await import('./record.ts');
  await record(front.url).catch((error: Error) => {
    console.error(`The tour could not be recorded. ${error.message}`);
    process.exitCode = 1;
  });
  await end();
} else {
  if (process.env.npm_lifecycle_event) endWithParent();
  console.log(`Open ${front.url}`);
}
