import type { Readable } from 'node:stream';

/** Where the files of packages are stored: a directory, or a service that is compatible with S3 (decision 0083). */
export interface PackageStorage {
  /** Stores a file, or replaces it. Nothing is stored if `content` fails. */
  put(key: string, content: Readable, size: number): Promise<void>;
  /** A file, or some of its bytes; null if it does not exist. `size` is the size of the whole file. */
  get(key: string, range?: ByteRange): Promise<{ content: Readable; size: number } | null>;
  /** Deletes all files whose key starts with the prefix, which ends with a slash. */
  deleteAll(prefix: string): Promise<void>;
}

/** Both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}
