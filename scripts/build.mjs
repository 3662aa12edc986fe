// Builds the SPA into dist/ when what it is made of has changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['contract', 'store', 'sagas', 'src', 'public'];
const FILES = ['webpack.config.ts', 'package.json', 'package-lock.json'];
const STAMP = 'dist/.built';

/** A build for production holds no developer tools, so it is another one. */
const flavour = () => (process.env.DEPLOYMENT === 'production' ? 'production' : 'with developer tools');

function fingerprint() {
  const hash = createHash('sha256').update(flavour());
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), ...FILES]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** True when a build was made, false when the last one still fits. Throws when it fails. */
export function buildWhenChanged() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  console.log('Building the web application …');
  const startedAt = Date.now();
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/webpack/bin/webpack.js', '--mode', 'production', '--stats', 'errors-only'],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', TRELLIS_BUILD: wanted.slice(0, 12) },
    },
  );
  if (status !== 0) throw new Error('The web application could not be built; webpack says why above.');
  writeFileSync(STAMP, wanted);
  console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return true;
}

if (process.argv[1] === import.meta.filename) {
  try {
    if (!buildWhenChanged()) console.log('Nothing has changed since the last build.');
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
