import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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

/** Starts a temporary PostgreSQL on a free port, as user postgres when run as root. */
export async function startPostgres(programs: string) {
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
  execFileSync(
    ...as('initdb', ['-D', data, '-U', 'trellis', '--auth=trust', '--encoding=UTF8', '--no-sync']),
    { stdio: 'pipe' },
  );
  const port = await freePort();
  const server = spawn(...as('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home]), {
    stdio: 'pipe',
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${output}`)));
    server.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
  });
  return {
    url: `postgres://trellis@127.0.0.1:${port}/postgres`,
    async stop() {
      await new Promise((resolve) => {
        server.once('exit', resolve);
        execFileSync(...as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), { stdio: 'pipe' });
      });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
