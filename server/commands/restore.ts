import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { BACKUP_PARTS } from '#server/operations/index.ts';
import { BACKUP_FILES } from './backup.ts';
import { CommandError, callOf } from './support.ts';

/** Restores a copy made by `backup` into an empty data directory. */
export async function run([folder, ...rest]: string[]): Promise<void> {
  if (!folder || folder.startsWith('-') || rest.length > 0)
    throw new CommandError(`Give the folder of the backup: ${callOf('restore')} /backups/2026-11-25`);
  if (!existsSync(join(folder, 'database.tar')))
    throw new CommandError(`${folder} is not a finished backup: it has no database.tar.`);
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== null)
    throw new CommandError(
      'A backup of the embedded database cannot be restored into PostgreSQL. Unset DATABASE_URL.',
    );
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CommandError(
      `${dataDir} is not empty. Stop the server and move the directory away, or set DATA_DIR to another directory.`,
    );
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const name of BACKUP_FILES)
    if (existsSync(join(folder, name)))
      await cp(join(folder, name), join(unfinished, name), { recursive: true });
  for (const part of BACKUP_PARTS) {
    const file = join(folder, `${part}.tar`);
    if (!existsSync(file)) continue;
    const dump = new Blob([await readFile(file)]);
    const database = await startEmbedded({ directory: join(unfinished, part), dump });
    await database.close();
  }
  rmSync(dataDir, { recursive: true, force: true }); // the directory is empty
  renameSync(unfinished, dataDir);
  process.stdout.write(`${dataDir} contains the backup. Start the server with this directory as DATA_DIR.\n`);
}
