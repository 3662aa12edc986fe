import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
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
  const mine = `${process.pid} ${startTimeOf(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, mine);
      closeSync(handle);
      const release = () => rmSync(file, { force: true });
      process.once('exit', release);
      return () => {
        process.off('exit', release);
        release();
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder) throw new DirectoryInUse(directory, holder);
    rmSync(file, { force: true });
  }
  throw new Error(`The data directory ${directory} could not be claimed.`);
}

/** The living process that holds the lock file; null when it is gone and the file only a leftover. */
function holderOf(file: string): number | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const pid = Number(text.split(' ')[0]);
  return pid > 0 && isAlive(pid) && text === `${pid} ${startTimeOf(pid)}` ? pid : null;
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
