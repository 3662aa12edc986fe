import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PackageReport } from '#contract/learning/packages.ts';
import { fileKey } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';
import { type ArchivedFile, openArchive } from './openArchive.ts';
import { MANIFEST, readManifest } from './readManifest.ts';
import { createScan, isScanned } from './scanFiles.ts';

const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;

/**
 * Checks an archive and stores its files in `folder`. Throws an UploadProblem that says why it is refused; the caller then
 * deletes the folder.
 */
export async function unpack(
  archivePath: string,
  { storage, folder, fileName }: { storage: PackageStorage; folder: string; fileName: string },
  signal: AbortSignal,
): Promise<PackageReport> {
  const archive = await openArchive(archivePath);
  try {
    const { communicates, ...manifest } = readManifest(await readManifestText(archive.files));
    const title = manifest.title || fileName.replace(/\.zip$/i, '');
    const [launchPath = ''] = manifest.launch.split(/[?#]/);
    if (!archive.files.some(({ path }) => path === decoded(launchPath)))
      throw new UploadProblem(`The page to start with, “${launchPath.slice(0, 80)}”, is not in the archive.`);
    const scan = createScan();
    for (const file of archive.files) {
      signal.throwIfAborted();
      await store(file, storage, fileKey(folder, file.path), scan.add);
    }
    const { tracks, hosts } = scan.result();
    return {
      ...manifest,
      title,
      tracks: communicates ? tracks : [],
      files: archive.files.length,
      bytes: archive.bytes,
      hosts,
    };
  } finally {
    archive.close();
  }
}

async function readManifestText(files: ArchivedFile[]): Promise<string> {
  const manifest = files.find(({ path }) => path === MANIFEST);
  if (!manifest) {
    const inside = files.find(({ path }) => path.endsWith(`/${MANIFEST}`));
    throw new UploadProblem(
      inside
        ? 'The package is in a folder of the archive. imsmanifest.xml must be at the top of the archive.'
        : 'The archive has no imsmanifest.xml, so it is not a SCORM package.',
    );
  }
  if (manifest.size > MAX_MANIFEST_BYTES) throw new UploadProblem('imsmanifest.xml is larger than 4 MB.');
  return (await buffer(await openFile(manifest))).toString('utf8').replace(/^\uFEFF/, '');
}

/** Reading reports a damaged or lying archive as an UploadProblem. */
async function openFile({ path, open }: ArchivedFile): Promise<Readable> {
  const content = await open();
  const checked = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
  content.once('error', () =>
    checked.destroy(new UploadProblem(`The entry “${path.slice(0, 80)}” is damaged.`)),
  );
  return content.pipe(checked);
}

async function store(file: ArchivedFile, storage: PackageStorage, key: string, scan: (text: string) => void) {
  if (!isScanned(file)) return storage.put(key, await openFile(file), file.size);
  const content = await buffer(await openFile(file));
  scan(content.toString('utf8'));
  await storage.put(key, Readable.from([content], { objectMode: false }), content.length);
}

/** The path in the archive. Addresses in a manifest may be encoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
