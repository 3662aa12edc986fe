import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folder of the installed PostgreSQL programs, or null. On Debian they are not on the PATH. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** The same setting as in the embedded database, whatever the settings of this machine are. */
const LOCALE = ['--lc-collate=C', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`];

/**
 * Starts a temporary PostgreSQL on a free port, as user postgres if the test runs as root. `copyOf` is the data
 * directory of a stopped instance, which is faster than creating a new one.
 */
export async function startPostgres(
  programs: string,
  { copyOf = null, settings = {} }: { copyOf?: string | null; settings?: Record<string, string> } = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'trellis-postgres-'));
  const asRoot = process.getuid?.() === 0;
  const as = (program: string, args: string[]): [string, string[]] =>
    asRoot
      ? ['runuser', ['-u', 'postgres', '--', join(programs, program), ...args]]
      : [join(programs, program), args];
  if (asRoot) {
    chmodSync(home, 0o755);
    execFileSync('chown', ['postgres', home]);
  }
  const data = join(home, 'data');
  if (copyOf) execFileSync('cp', ['-a', copyOf, data]);
  else
    execFileSync(
      ...as('initdb', [
        '-D',
        data,
        '-U',
        'trellis',
        '--auth=trust',
        '--encoding=UTF8',
        ...LOCALE,
        '--no-sync',
      ]),
      { stdio: 'pipe' },
    );
  const port = await freePort();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  const launch = async () => {
    const server = spawn(
      ...as('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home, ...options]),
      { stdio: 'pipe' },
    );
    await new Promise<void>((resolve, reject) => {
      let output = '';
      server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${output}`)));
      server.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('ready to accept connections')) resolve();
      });
    });
    return server;
  };
  let server = await launch();
  const ended = (end: () => void) =>
    new Promise((resolve) => {
      server.once('exit', resolve);
      end();
    });
  const shutDown = (mode: 'fast' | 'immediate') =>
    ended(() => execFileSync(...as('pg_ctl', ['-D', data, '-m', mode, 'stop']), { stdio: 'pipe' }));
  return {
    url: `postgres://trellis@127.0.0.1:${port}/postgres`,
    data,
    shutDown,
    /** Kills the main process with SIGKILL. Its other processes end by themselves. */
    kill: () =>
      ended(() => {
        const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
        process.kill(Number(pid), 'SIGKILL');
      }),
    /** Starts it again with the same port and data. */
    async restart() {
      server = await launch();
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) await shutDown('immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
