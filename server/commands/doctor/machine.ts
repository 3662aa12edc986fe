import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, ok, problem, warning } from './finding.ts';

const GIGABYTE = 1e9;
const LITTLE_SPACE = 5 * GIGABYTE;
/** PostgreSQL, logs and uploads need free space, even while an operator adds more. */
const TOO_LITTLE_SPACE = GIGABYTE;

/** Whether the data directory can be written, and the space that is left on its disk. */
export function checkDataDirectory(directory: string): Finding[] {
  const part = 'data directory';
  const probe = join(directory, `.doctor-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return [
      problem(
        part,
        `${directory} cannot be written (${code})`,
        'Give the user that runs Trellis the right to write there, or set DATA_DIR to another directory.',
      ),
    ];
  }
  const hasSecrets = existsSync(join(directory, 'secrets.json'));
  const secrets = hasSecrets ? 'with secrets.json' : 'the first start creates secrets.json';
  return [ok(part, `${directory}, ${secrets}`), diskFinding(directory)];
}

function diskFinding(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  const text = `${(free / GIGABYTE).toFixed(1)} GB free for ${directory}`;
  if (free >= LITTLE_SPACE) return ok('disk', text);
  const fix = 'Delete files that are not needed, or set DATA_DIR to a directory on a larger disk.';
  return free >= TOO_LITTLE_SPACE ? warning('disk', text, fix) : problem('disk', text, fix);
}
