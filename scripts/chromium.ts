// Finds a Chromium, for the stories and for the benches.
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
  /** What must be in its environment. */
  env: Record<string, string>;
}

/** A person's browser, for figures: CHROMIUM_PATH, one that is installed, or the one that comes as a package. */
export async function findChromium(): Promise<Chromium> {
  return named() ?? installed() ?? (await packaged()) ?? none();
}

/**
 * The browser of the stories: CHROMIUM_PATH, or the packaged one where there is one. It is a headless one of a known
 * version, the same for everybody, and takes a third less of the processors than a whole browser without its window.
 */
export async function findTestChromium(): Promise<Chromium> {
  return named() ?? (await packaged()) ?? installed() ?? none();
}

function none(): never {
  throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.');
}

function named(): Chromium | null {
  return process.env.CHROMIUM_PATH ? { path: process.env.CHROMIUM_PATH, env: {} } : null;
}

function installed(): Chromium | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  return path ? { path, env: {} } : null;
}

/** It brings the system libraries that a bare machine lacks, in an archive of their own. */
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
