import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Two openers of one embedded database lose data without an error, so a directory belongs to one process at a time. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
}

/**
 * Claims a directory by an exclusive file beside it that holds our process id and start time. The claim of a process
 * that is gone is taken over. Gives back the function that releases it.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  const file = join(dirname(directory), `${basename(directory)}.lock`);
  // Written apart and linked to its name, so that nobody ever reads a claim that is still empty and takes it for nobody's.
  const written = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(written, `${process.pid} ${startTimeOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (link(written, file)) return releaserOf(file);
      const claim = read(file);
      const holder = holderOf(claim);
      if (holder) throw new DirectoryInUse(directory, holder);
      setAside(file, claim);
    }
  } finally {
    rmSync(written, { force: true });
  }
  throw new Error(`The data directory ${directory} could not be claimed.`);
}

function releaserOf(file: string) {
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** False when the name is taken. */
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

/** The living process that made a claim; null when it is gone and the claim only a leftover. */
function holderOf(claim: string | null): number | null {
  const pid = Number(claim?.split(' ')[0]);
  return pid > 0 && isAlive(pid) && claim === `${pid} ${startTimeOf(pid)}` ? pid : null;
}

/** Removes a leftover. Where another process was faster and the name is its claim by now, that is put back. */
function setAside(file: string, leftover: string | null) {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== leftover) link(aside, file);
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

/** Process ids are used again; with the start time (Linux) a later process is not taken for the holder. */
function startTimeOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
