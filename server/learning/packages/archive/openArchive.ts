import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';

export const MAX_FILES = 5_000;
/** Total size after unpacking. */
export const MAX_UNPACKED_BYTES = 2 * 1024 ** 3;
/** Real content is rarely compressed to less than a twentieth. */
const MAX_RATIO = 100;
/** Small archives may have any ratio. */
const RATIO_FROM_BYTES = 20 * 1024 ** 2;
const MAX_PATH_LENGTH = 400;
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;
const STORED = 0;
const DEFLATED = 8;
/** Programs that learners' computers or web servers could run. No package needs them. */
const PROGRAMS =
  /\.(exe|dll|msi|com|scr|bat|cmd|ps1|vbs|sh|jar|apk|app|dmg|pkg|deb|rpm|php\d?|phtml|asp|aspx|jsp|cgi|pl|py|rb|htaccess)$/i;

export interface ArchivedFile {
  /** The path has slashes, but no leading slash. */
  path: string;
  size: number;
  /** The unpacked content. Fails if it is larger than `size`. */
  open: () => Promise<Readable>;
}
export interface Archive {
  files: ArchivedFile[];
  bytes: number;
  close: () => void;
}

/**
 * Opens a ZIP file of unknown origin and checks all its entries before anything is unpacked. Throws an UploadProblem that
 * says why it is refused.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(asProblem);
  try {
    if (zip.entryCount > MAX_FILES)
      throw new UploadProblem(`The archive has ${zip.entryCount} entries. The limit is ${MAX_FILES}.`);
    const files = await readEntries(zip);
    return {
      files: files.map(({ path: name, entry }) => ({
        path: name,
        size: entry.uncompressedSize,
        open: () => zip.openReadStreamPromise(entry).catch(asProblem),
      })),
      bytes: files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

interface NamedEntry {
  path: string;
  entry: yauzl.Entry;
}

async function readEntries(zip: yauzl.ZipFile): Promise<NamedEntry[]> {
  const files: NamedEntry[] = [];
  /** Names that differ only by case or by composed characters are one file on some computers. */
  const known = new Map<string, 'file' | 'folder'>();
  let packed = 0;
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.normalize('NFC');
      checkEntry(entry, path);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED_BYTES)
        throw new UploadProblem('The archive is larger than 2 GB after unpacking.');
      if (path.endsWith('/')) continue;
      addName(known, path);
      files.push({ path, entry });
    }
  } catch (error) {
    throw asError(error);
  }
  // Entries that share their compressed bytes unpack to far more than the file holds.
  if (packed > zip.fileSize) throw new UploadProblem('Entries of the archive overlap.');
  if (unpacked > RATIO_FROM_BYTES && unpacked > packed * MAX_RATIO)
    throw new UploadProblem(
      `The archive grows to more than ${MAX_RATIO} times its size when it is unpacked.`,
    );
  if (files.length === 0) throw new UploadProblem('The archive contains no files.');
  return files;
}

function checkEntry(entry: yauzl.Entry, path: string) {
  const shown = `“${path.slice(0, 80)}”`;
  if (path.length > MAX_PATH_LENGTH || /\p{Cc}/u.test(path))
    throw new UploadProblem(`The archive has an entry with a name that is not allowed: ${shown}.`);
  if (entry.isEncrypted()) throw new UploadProblem(`The entry ${shown} is encrypted.`);
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR_FILE && !path.endsWith('/'))
    throw new UploadProblem(`The entry ${shown} is a link or a special file.`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new UploadProblem(`The entry ${shown} is compressed by a method that is not supported.`);
  if (PROGRAMS.test(path)) throw new UploadProblem(`The entry ${shown} is a program.`);
}

function addName(known: Map<string, 'file' | 'folder'>, path: string) {
  const parts = path.toLowerCase().split('/');
  for (let length = 1; length < parts.length; length++) {
    const folder = parts.slice(0, length).join('/');
    if (known.get(folder) === 'file') throw duplicate(path);
    known.set(folder, 'folder');
  }
  const name = parts.join('/');
  if (known.has(name)) throw duplicate(path);
  known.set(name, 'file');
}
const duplicate = (path: string) =>
  new UploadProblem(`The archive has 2 entries with the same name: “${path.slice(0, 80)}”.`);

/** The library reports damaged archives and forbidden names as errors without a type. */
const asError = (error: unknown) => {
  if (error instanceof UploadProblem) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return error; // of the file system
  if (/relative path|absolute path|invalid characters/.test(message))
    return new UploadProblem('The archive has an entry that would be stored outside of its folder.');
  return new UploadProblem('The file is not a ZIP archive, or it is damaged.');
};
const asProblem = (error: unknown): never => {
  throw asError(error);
};
