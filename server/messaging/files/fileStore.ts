import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, select } from '#server/messaging/database.ts';

export interface StoredFile {
  id: string;
  name: string;
  size: number;
  type: string;
  created: Date | string;
}

export interface FileOptions {
  directory: string;
  quotaBytes: number;
  /** Age at which files are deleted. */
  keepDays: number;
}

export class QuotaExceeded extends Error {
  override name = 'QuotaExceeded';
}
/** The ticket of an upload has already been used. */
export class UploadUsed extends Error {
  override name = 'UploadUsed';
}

const DAY_MS = 86_400_000;
/** Contents without metadata can belong to an upload in progress until this age. */
const ORPHAN_MS = 3_600_000;
const BATCH = 500;
/** Even a small file uses one block of the file system. */
const BLOCK_BYTES = 4_096;
const storedBytes = (size: number) => Math.max(size, BLOCK_BYTES);

/**
 * Stores file contents in a directory under generated ids, and their metadata in the database. Each
 * process reads the used storage at its start and counts its own changes, so several processes can together exceed the
 * quota.
 */
export class FileStore {
  readonly #database: Database;
  readonly #directory: string;
  readonly #quotaBytes: number;
  readonly #keepMs: number;
  readonly #uploading = new Set<string>();
  #usedBytes = 0;
  #isStopping = false;
  #cleaning: Promise<void> = Promise.resolve();

  constructor(database: Database, { directory, quotaBytes, keepDays }: FileOptions) {
    this.#database = database;
    this.#directory = directory;
    this.#quotaBytes = quotaBytes;
    this.#keepMs = keepDays * DAY_MS;
  }

  async load(): Promise<void> {
    const [row] = await select<{ used: string }>(
      this.#database,
      'select coalesce(sum(greatest(size, $1)), 0)::bigint as used from messaging.files',
      [BLOCK_BYTES],
    );
    this.#usedBytes = Number(row?.used ?? 0);
  }

  get isFull(): boolean {
    return this.#usedBytes >= this.#quotaBytes;
  }

  async put(
    channel: string,
    file: { id: string; name: string; type: string; bytes: Buffer },
    now: Date,
  ): Promise<void> {
    const { id, name, type, bytes } = file;
    const needed = storedBytes(bytes.length);
    if (this.#uploading.has(id)) throw new UploadUsed();
    if (this.#usedBytes + needed > this.#quotaBytes) throw new QuotaExceeded();
    // Reserved before the first await, so that parallel uploads together cannot exceed the quota.
    this.#uploading.add(id);
    this.#usedBytes += needed;
    try {
      if (await this.find(channel, id, name)) throw new UploadUsed();
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      // Atomic: a crash leaves at most a file without metadata, which the clean-up deletes.
      await writeFile(`${this.#path(id)}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${this.#path(id)}.part`, this.#path(id));
      await this.#database.query(
        `insert into messaging.files (channel, id, name, size, type, created) values ($1, $2, $3, $4, $5, $6)`,
        [channel, id, name, bytes.length, type, now.toISOString()],
      );
    } catch (error) {
      this.#usedBytes -= needed;
      throw error;
    } finally {
      this.#uploading.delete(id);
    }
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

  async remove(channel: string, { id }: { id: string }): Promise<void> {
    const rows = await select<{ size: number }>(
      this.#database,
      'delete from messaging.files where channel = $1 and id = $2 returning size',
      [channel, id],
    );
    for (const { size } of rows) this.#usedBytes -= storedBytes(size);
    await rm(this.#path(id), { force: true });
  }

  /** Deletes expired files, contents without metadata, and metadata without contents. */
  cleanUp(now: number): Promise<void> {
    this.#cleaning = this.#cleaning
      .catch(() => {})
      .then(async () => {
        await this.#deleteExpired(new Date(now - this.#keepMs));
        await this.#deleteOrphans(now - ORPHAN_MS);
      });
    return this.#cleaning;
  }

  /** Stops the periodic clean-up. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#cleaning.catch(() => {});
  }

  async #deleteExpired(before: Date): Promise<void> {
    while (!this.#isStopping) {
      const expired = await select<{ channel: string; id: string }>(
        this.#database,
        'select channel, id from messaging.files where created < $1 order by created limit $2',
        [before.toISOString(), BATCH],
      );
      for (const file of expired) await this.remove(file.channel, file);
      if (expired.length < BATCH) return;
    }
  }

  async #deleteOrphans(before: number): Promise<void> {
    const names = await readdir(this.#directory).catch(() => []);
    for (let at = 0; at < names.length && !this.#isStopping; at += BATCH) {
      const batch = names.slice(at, at + BATCH);
      const known = await select<{ id: string }>(
        this.#database,
        'select id from messaging.files where id = any($1::text[])',
        [batch],
      );
      const ids = new Set(known.map(({ id }) => id));
      for (const name of batch) if (!ids.has(name)) await this.#deleteIfOlder(name, before);
    }
    const contents = new Set(names);
    for (let after = ''; !this.#isStopping; ) {
      const rows = await select<{ channel: string; id: string }>(
        this.#database,
        'select channel, id from messaging.files where created < $1 and id > $2 order by id limit $3',
        [new Date(before).toISOString(), after, BATCH],
      );
      for (const row of rows) if (!contents.has(row.id)) await this.remove(row.channel, row);
      if (rows.length < BATCH) return;
      after = rows[rows.length - 1]?.id ?? '';
    }
  }

  async #deleteIfOlder(name: string, before: number): Promise<void> {
    const path = join(this.#directory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(path, { force: true });
  }

  /** Ids are generated (hexadecimal digits and dashes), so no user input becomes part of a path. */
  #path(id: string): string {
    return join(this.#directory, id);
  }
}
