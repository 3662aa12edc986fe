import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

describe('a script that npm has started through a shell', () => {
  const home = mkdtempSync(join(tmpdir(), 'trellis-script-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('ends when the shell is told to, as if it had been told so itself', async () => {
    const script = join(home, 'child.mjs');
    const helper = pathToFileURL(join(process.cwd(), 'scripts/endWithParent.mjs')).href;
    writeFileSync(
      script,
      `import { endWithParent } from '${helper}';
       endWithParent();
       process.on('SIGTERM', () => { console.log('ended in order'); process.exit(0); });
       setInterval(() => {}, 1000);
       console.log('running ' + process.pid);`,
    );
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    const heard = (text: string) =>
      new Promise<void>((resolve) => {
        const look = (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes(text)) resolve();
        };
        shell.stdout.on('data', look);
      });
    await heard('running');
    shell.kill('SIGKILL');
    await heard('ended in order');
    expect(said).toContain('ended in order');
  }, 20_000);
});
