import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Two processes in one embedded database lose data without an error, so only one may open a directory. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
}

/**
 * Locks a directory with a file next to it that holds the process id and start time. A lock that a dead process left
 * behind is taken over. Returns the function that releases the lock.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const file = join(dirname(directory), `${basename(directory)}.lock`);
  // The file is written under another name first and then linked, so that no process reads an empty lock file.
  const written = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(written, `${process.pid} ${startTimeOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (link(written, file)) return createRelease(file);
      const lock = read(file);
      const holder = holderOf(lock);
      if (holder) throw new DirectoryInUse(directory, holder);
      removeStale(file, lock);
    }
  } finally {
    rmSync(written, { force: true });
  }
  throw new Error(
    `The data directory ${directory} could not be locked. Check its permissions and start again.`,
  );
}

function createRelease(file: string) {
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** False if the name is taken. */
function link(existing: string, name: string): boolean {
  try {
    linkSync(existing, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The running process that holds a lock; null if that process has ended. */
function holderOf(lock: string | null): number | null {
  const pid = Number(lock?.split(' ')[0]);
  return pid > 0 && isAlive(pid) && lock === `${pid} ${startTimeOf(pid)}` ? pid : null;
}

/** Removes a stale lock. If another process has replaced it in the meantime, that lock is restored. */
function removeStale(file: string, stale: string | null) {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== stale) link(aside, file);
  rmSync(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process ids are reused. The start time (Linux only) distinguishes the holder from a later process. */
function startTimeOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
