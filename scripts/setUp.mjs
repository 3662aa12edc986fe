// Runs before start, test, dev, messaging and the benchmarks, with the Node version of the host, so it imports nothing from
// node_modules. Installs the dependencies if they are missing or the lock file has changed. After each installation npm
// calls it with the argument `installed` (the `prepare` script), to record that the dependencies are up to date.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Trellis needs Node 20.19 or newer for its set-up. This is Node ${process.versions.node}. Install a newer version.`,
  );
  process.exit(1);
}

const STAMP = 'node_modules/.installed';
const current = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');
if (process.argv[2] === 'installed') {
  const isComplete = process.env.NODE_ENV !== 'production' && !process.env.npm_config_omit?.includes('dev');
  if (isComplete && existsSync('node_modules')) writeFileSync(STAMP, current);
  process.exit(0);
}
const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';

if (installed !== current) {
  const startedAt = Date.now();
  console.log('Installing dependencies (first run, or the lock file has changed)…');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false'];
  const { status } = spawnSync(npm[0], [...npm.slice(1), ...install], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
    shell: npm.length === 1 && process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The dependencies could not be installed. See the npm errors above.');
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, current); // needed when npm runs with --ignore-scripts
  console.log(`Installed dependencies in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

// npm installs Node 24 on platforms that have it as a package. Other platforms use the host's Node.
const ownNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(ownNode) && major < 24) {
  console.error(
    `Trellis needs Node 24 or newer on ${process.platform}-${process.arch}. This is Node ${process.versions.node}. Install a newer version.`,
  );
  process.exit(1);
}
