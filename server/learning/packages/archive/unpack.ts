import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PackageReport } from '#contract/learning/packages.ts';
import { fileKey } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';
import { type ArchivedFile, openArchive } from './openArchive.ts';
import { H5P_MANIFEST, readH5p } from './readH5p.ts';
import { MANIFEST, type Manifest, readManifest } from './readManifest.ts';
import { createScan, isScanned } from './scanFiles.ts';

/** A list of 5,000 files with long names is smaller. Reading 4 MB of hostile XML took 170 MB of memory. */
const MAX_MANIFEST_BYTES = 1024 ** 2;

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
    const { communicates, mainFolder = null, ...manifest } = await readKind(archive.files);
    const title = manifest.title || fileName.replace(/\.(zip|h5p)$/i, '');
    const [launchPath = ''] = manifest.launch.split(/[?#]/);
    if (!archive.files.some(({ path }) => path === decoded(launchPath)))
      throw new UploadProblem(`The page to start with, “${launchPath.slice(0, 80)}”, is not in the archive.`);
    const scan = createScan(mainFolder);
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

/** SCORM if both manifests exist, because such a package contains its own H5P player. */
async function readKind(files: ArchivedFile[]): Promise<Manifest & { mainFolder?: string }> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const scorm = byPath.get(MANIFEST);
  if (scorm) return readManifest(await readText(scorm));
  if (byPath.has(H5P_MANIFEST))
    return readH5p(new Set(byPath.keys()), (path) => readText(byPath.get(path) as ArchivedFile));
  const inside = files.find(({ path }) => path.endsWith(`/${MANIFEST}`) || path.endsWith(`/${H5P_MANIFEST}`));
  const name = inside?.path.split('/').at(-1);
  throw new UploadProblem(
    inside
      ? `The package is in a folder of the archive. ${name} must be at the top of the archive.`
      : 'The archive has neither an imsmanifest.xml nor an h5p.json, so it is not a SCORM or H5P package.',
  );
}

async function readText(file: ArchivedFile): Promise<string> {
  if (file.size > MAX_MANIFEST_BYTES) throw new UploadProblem(`${file.path} is larger than 1 MB.`);
  return (await buffer(await openFile(file))).toString('utf8').replace(/^\uFEFF/, '');
}

/** Reading reports a damaged or forged archive as an UploadProblem. */
async function openFile({ path, open }: ArchivedFile): Promise<Readable> {
  const content = await open();
  const checked = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
  // The content may fail before it is read. Without a listener, that would end the process; the reader gets the error.
  checked.on('error', () => {});
  content.once('error', () =>
    checked.destroy(new UploadProblem(`The entry “${path.slice(0, 80)}” is damaged.`)),
  );
  return content.pipe(checked);
}

async function store(
  file: ArchivedFile,
  storage: PackageStorage,
  key: string,
  scan: (text: string, path: string) => void,
) {
  if (!isScanned(file)) return storage.put(key, await openFile(file), file.size);
  const content = await buffer(await openFile(file));
  scan(content.toString('utf8'), file.path);
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
