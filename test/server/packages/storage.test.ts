import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openPackageStorage, type PackageStorage } from '#server/learning/packages/index.ts';
import { startFakeS3 } from './fakeS3.ts';

const directory = mkdtempSync(join(tmpdir(), 'trellis-storage-'));
let s3: Awaited<ReturnType<typeof startFakeS3>>;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = (kind: string): Promise<PackageStorage> =>
  openPackageStorage({
    directory,
    s3:
      kind === 'S3'
        ? {
            endpoint: s3.endpoint,
            region: 'us-east-1',
            bucket: 'bucket',
            accessKeyId: 'key',
            secretAccessKey: 'secret',
          }
        : null,
  });
const put = (storage: PackageStorage, key: string, content: string) =>
  storage.put(key, Readable.from([Buffer.from(content)], { objectMode: false }), content.length);
async function read(storage: PackageStorage, key: string, range?: { start: number; end: number }) {
  const found = await storage.get(key, range);
  return found && [await text(found.content), found.size];
}

describe.each(['directory', 'S3'])('the storage of packages: %s', (kind) => {
  it('returns a file or a range of it, and null for a missing file', async () => {
    const storage = await open(kind);
    await put(storage, 'packages/1/a/f1', 'Hello world');
    expect(await read(storage, 'packages/1/a/f1')).toEqual(['Hello world', 11]);
    expect(await read(storage, 'packages/1/a/f1', { start: 6, end: 8 })).toEqual(['wor', 11]);
    expect(await read(storage, 'packages/1/a/f2')).toBeNull();
  });

  it('deletes all files in a folder, and only these', async () => {
    const storage = await open(kind);
    for (const name of ['f1', 'f2', 'f3', 'f4', 'f5']) await put(storage, `packages/1/b/${name}`, name);
    await put(storage, 'packages/1/c/f1', 'kept');
    await storage.deleteAll('packages/1/b/');
    expect(await read(storage, 'packages/1/b/f5')).toBeNull();
    expect(await read(storage, 'packages/1/c/f1')).toEqual(['kept', 4]);
  });
});

it('stores only complete files, and none outside of the directory', async () => {
  const storage = await open('directory');
  const broken = storage.put('packages/1/d/f1', Readable.from([Buffer.from('ab')], { objectMode: false }), 3);
  await expect(broken).rejects.toThrow('Expected 3 bytes');
  expect(await storage.get('packages/1/d/f1')).toBeNull();
  await expect(storage.get('../secrets')).rejects.toThrow('is not a key');
});
