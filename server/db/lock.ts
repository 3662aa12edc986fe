import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** Two processes in one embedded database lose data without an error, so only one may open a directory. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
  constructor(directory: string, holder: string) {
    super(
      `The data directory ${directory} is in use by ${holder ? `process ${holder}` : 'another process'}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
}

/**
 * Locks a directory through a file next to it. The operating system holds the lock and releases it when the process ends,
 * even when it is killed. The file stays and contains the id of the last process that held the lock. Returns the
 * function that releases the lock.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const file = openSync(join(dirname(directory), `${basename(directory)}.lock`), 'a+', 0o600);
  try {
    if (!tryLock(file)) throw new DirectoryInUse(directory, contentOf(file));
    ftruncateSync(file);
    writeSync(file, String(process.pid));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return () => closeSync(file);
}

function contentOf(file: number): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // Windows does not let other processes read a locked file.
  }
}
