import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

describe('a script that npm has started through a shell', () => {
  const home = mkdtempSync(join(tmpdir(), 'trellis-script-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('ends with SIGTERM when the shell is killed', async () => {
    const script = join(home, 'child.mjs');
    const helper = pathToFileURL(join(process.cwd(), 'scripts/endWithParent.mjs')).href;
    writeFileSync(
      script,
      `import { endWithParent } from '${helper}';
       endWithParent();
       process.on('SIGTERM', () => { console.log('ended normally'); process.exit(0); });
       setInterval(() => {}, 1000);
       console.log('running ' + process.pid);`,
    );
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    const waitFor = (text: string) =>
      new Promise<void>((resolve) => {
        const onData = (chunk: Buffer) => {
          output += chunk.toString();
          if (output.includes(text)) resolve();
        };
        shell.stdout.on('data', onData);
      });
    await waitFor('running');
    shell.kill('SIGKILL');
    await waitFor('ended normally');
    expect(output).toContain('ended normally');
  }, 20_000);
});
