// Builds the web application into dist/ if its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDeveloperTools } from './developerTools.ts';

const SOURCES = ['contract', 'store', 'sagas', 'src', 'public'];
const FILES = [
  'webpack.config.ts',
  'scripts/loadedFilesPlugin.ts',
  'scripts/pureSchemas.cjs',
  'scripts/sagaNames.cjs',
  'scripts/serviceWorkerPlugin.ts',
  'scripts/trimmed.ts',
  'scripts/trimmedPackages.ts',
  'scripts/trimmedPubnub.ts',
  'scripts/trimSource.cjs',
  'package.json',
  'package-lock.json',
];
const STAMP = 'dist/.built';

const variant = () => (hasDeveloperTools() ? 'with developer tools' : 'production');

function fingerprint() {
  const hash = createHash('sha256').update(variant());
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), ...FILES]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns true after a build, false when nothing has changed. Throws when the build fails. */
export function buildWhenChanged() {
  const current = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === current) return false;
  console.log('Building the web application…');
  const startedAt = Date.now();
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/webpack/bin/webpack.js', '--mode', 'production', '--stats', 'errors-only'],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', TRELLIS_BUILD: current.slice(0, 12) },
    },
  );
  if (status !== 0) throw new Error('The web application could not be built. See the webpack errors above.');
  writeFileSync(STAMP, current);
  console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return true;
}

if (process.argv[1] === import.meta.filename) {
  try {
    if (!buildWhenChanged()) console.log('The build is up to date.');
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
