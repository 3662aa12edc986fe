import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, select } from '../database.ts';

export interface StoredFile {
  id: string;
  name: string;
  size: number;
  type: string;
  created: Date | string;
}

/** Files: their bytes in a directory under names of our own making, the rest in the database. */
export class FileStore {
  readonly #database: Database;
  readonly #directory: string;

  constructor(database: Database, directory: string) {
    this.#database = database;
    this.#directory = directory;
  }

  async put(
    channel: string,
    file: { id: string; name: string; type: string; bytes: Buffer },
    now: Date,
  ): Promise<void> {
    const { id, name, type, bytes } = file;
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    // Whole or not at all: a crash leaves at most a part that nobody knows of.
    await writeFile(`${this.#path(id)}.part`, bytes, { mode: 0o600, flush: true });
    await rename(`${this.#path(id)}.part`, this.#path(id));
    await this.#database.query(
      `insert into messaging.files (channel, id, name, size, type, created)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [channel, id, name, bytes.length, type, now.toISOString()],
    );
  }

  async find(channel: string, id: string, name: string): Promise<StoredFile | undefined> {
    const [file] = await select<StoredFile>(
      this.#database,
      'select id, name, size, type, created from messaging.files where channel = $1 and id = $2 and name = $3',
      [channel, id, name],
    );
    return file;
  }

  read(file: StoredFile): Promise<Buffer> {
    return readFile(this.#path(file.id));
  }

  list(channel: string, afterId: string, limit: number): Promise<StoredFile[]> {
    return select<StoredFile>(
      this.#database,
      `select id, name, size, type, created from messaging.files
       where channel = $1 and id > $2 order by id limit $3`,
      [channel, afterId, limit],
    );
  }

  async remove(channel: string, file: StoredFile): Promise<void> {
    await this.#database.query('delete from messaging.files where channel = $1 and id = $2', [
      channel,
      file.id,
    ]);
    await rm(this.#path(file.id), { force: true });
  }

  /** Ids are ours (hexadecimal and dashes), so that no name from outside becomes part of a path. */
  #path(id: string): string {
    return join(this.#directory, id);
  }
}
