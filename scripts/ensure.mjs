// Runs before start, test, dev, messaging and bench on whatever Node the host has; imports nothing from node_modules.
// Installs the locked dependencies when they are missing or the lockfile has changed. npm itself calls it with the word
// `installed` after each installation (the `prepare` script), so that what was just installed is not installed again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Trellis needs Node 20.19 or newer to set itself up; this is ${process.versions.node}.`);
  process.exit(1);
}

const STAMP = 'node_modules/.installed';
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');
if (process.argv[2] === 'installed') {
  const isWhole = process.env.NODE_ENV !== 'production' && !process.env.npm_config_omit?.includes('dev');
  if (isWhole && existsSync('node_modules')) writeFileSync(STAMP, wanted);
  process.exit(0);
}
const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';

if (installed !== wanted) {
  const startedAt = Date.now();
  console.log('Installing dependencies (first run, or the lockfile changed) …');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false'];
  const { status } = spawnSync(npm[0], [...npm.slice(1), ...install], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
    shell: npm.length === 1 && process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.');
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, wanted); // also where scripts of an installation are switched off
  console.log(`Dependencies ready in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

// The project brings its own Node for the platforms that have it as a package; elsewhere the host's must do.
const ownNode = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(ownNode) && major < 24) {
  console.error(
    `On ${process.platform}-${process.arch} Trellis runs on the Node you have, and that must be 24 or newer.`,
  );
  process.exit(1);
}
