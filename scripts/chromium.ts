// Finds Chromium for the stories and benchmarks.
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

interface Chromium {
  path: string;
  /** Environment variables that Chromium needs. */
  env: Record<string, string>;
}

/** The browser for benchmarks: CHROMIUM_PATH, an installed one, or the npm package. */
export async function findChromium(): Promise<Chromium> {
  return configured() ?? installed() ?? (await packaged()) ?? fail();
}

/**
 * The browser for the stories: CHROMIUM_PATH, the npm package, or an installed browser. The package has a fixed version
 * and needs a third less CPU time than a full browser in headless mode.
 */
export async function findTestChromium(): Promise<Chromium> {
  return configured() ?? (await packaged()) ?? installed() ?? fail();
}

function fail(): never {
  throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH.');
}

function configured(): Chromium | null {
  return process.env.CHROMIUM_PATH ? { path: process.env.CHROMIUM_PATH, env: {} } : null;
}

function installed(): Chromium | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  return path ? { path, env: {} } : null;
}

/** The package also contains the system libraries that it needs. */
async function packaged(): Promise<Chromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  const archive = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
  await inflate(fileURLToPath(archive));
  const libraries = [join(tmpdir(), 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
    .filter(Boolean)
    .join(delimiter);
  return { path, env: { LD_LIBRARY_PATH: libraries } };
}
