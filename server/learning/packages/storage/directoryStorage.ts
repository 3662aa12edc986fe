import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '#server/db/ids.ts';
import type { PackageStorage } from './packageStorage.ts';

/** Keys consist of ids and hashes, never of names from a package. */
const KEY = /^[a-z0-9]+(\/[a-z0-9]+)*\/?$/;

/** Stores files in a directory. Several API processes need one that they share. */
export function createDirectoryStorage(root: string): PackageStorage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`'${key}' is not a key of the package storage`);
    return join(root, key);
  };
  return {
    async put(key, content, size) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // A file gets its name when it is complete.
      const part = `${path}.${newId()}`;
      try {
        const file = createWriteStream(part, { flags: 'wx' });
        await pipeline(content, file);
        if (file.bytesWritten !== size) throw new Error(`Expected ${size} bytes, got ${file.bytesWritten}`);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key));
        const { size } = await file.stat();
        return { content: file.createReadStream({ ...range }), size };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async deleteAll(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },
  };
}
