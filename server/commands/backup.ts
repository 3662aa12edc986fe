import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Config, readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { BACKUP_PARTS, type BackupPart, backupToken } from '#server/operations/index.ts';
import { loadSecrets } from '#server/secrets.ts';
import { CommandError, callOf } from './support.ts';

/** What belongs to a backup in addition to the databases. Logs and mail files do not. */
export const BACKUP_FILES = ['secrets.json', 'packages'];

/** Copies the data of a server with embedded databases into a new folder. The server may be running. */
export async function run([folder, ...rest]: string[]): Promise<void> {
  if (!folder || folder.startsWith('-') || rest.length > 0)
    throw new CommandError(`Give a new folder for the copy: ${callOf('backup')} /backups/2026-11-25`);
  if (existsSync(folder)) throw new CommandError(`${folder} exists. Give a new folder for the copy.`);
  const config = readConfig(process.env);
  if (config.databaseUrl !== null)
    throw new CommandError(
      'The data is in PostgreSQL. Use pg_dump, as docs/operating.md describes under Backups.',
    );
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const part of BACKUP_PARTS) {
    if (!existsSync(join(config.dataDir, part))) continue;
    await pipeline(
      Readable.fromWeb((await copyOf(part, config)) as ReadableStream),
      createWriteStream(join(unfinished, `${part}.tar`), { mode: 0o600 }),
    );
  }
  for (const name of BACKUP_FILES)
    if (existsSync(join(config.dataDir, name)))
      await cp(join(config.dataDir, name), join(unfinished, name), { recursive: true });
  renameSync(unfinished, folder);
  process.stdout.write(`The backup is in ${folder}. It contains the secrets: keep it private.\n`);
}

/** The copy comes from the running server if there is one, because only one process can open an embedded database. */
async function copyOf(part: BackupPart, config: Config): Promise<object> {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  try {
    database = await openDatabase({ directory: join(config.dataDir, part) });
  } catch (error) {
    if ((error as Error).name !== 'DirectoryInUse') throw error;
    return askServer(part, config);
  }
  try {
    return ((await database.dump?.()) ?? new Blob()).stream();
  } finally {
    await database.close();
  }
}

async function askServer(part: BackupPart, { dataDir, port }: Config): Promise<object> {
  const { refreshKey } = await loadSecrets(dataDir);
  const authorization = `Bearer ${backupToken(Buffer.from(refreshKey, 'base64url'))}`;
  const url = `http://127.0.0.1:${port}/api/operations/backup/${part}`;
  const response = await fetch(url, { headers: { authorization } }).catch(() => null);
  if (!response?.ok || !response.body)
    throw new CommandError(
      `Another process uses ${join(dataDir, part)}, and no server with this data answers at port ${port}. Use the settings of the server.`,
    );
  return response.body;
}
