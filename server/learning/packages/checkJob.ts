import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import type { JobKind, Jobs } from '#server/jobs/index.ts';
import { unpack } from '#server/learning/packages/archive/unpack.ts';
import { checkFile } from '#server/learning/packages/files/checkFile.ts';
import { encodeImage } from '#server/learning/packages/files/encodeImage.ts';
import { storedPath } from '#server/learning/packages/files/fileAddress.ts';
import {
  fileKey,
  imageKey,
  packageFolder,
  partKeys,
  uploadFolder,
} from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { changePackage, findPackage, type StoredPackage } from './packagesRepository.ts';
import { UploadProblem } from './uploadProblem.ts';

export interface CheckDeps {
  pool: Pool;
  storage: PackageStorage;
  /** Holds the file while it is checked. */
  workDirectory: string;
  now: () => Date;
}

/** Checks an uploaded file, and unpacks a package. */
export const checkJob: JobKind<{ packageId: string }> = {
  name: 'package-check',
  payload: z.object({ packageId: randomId }),
  retries: 2,
};

export const registerCheckJob = (
  jobs: Pick<Jobs, 'register'>,
  deps: CheckDeps,
  log: Pick<FastifyBaseLogger, 'warn'>,
) =>
  jobs.register(
    checkJob,
    ({ tenantId, payload: { packageId }, signal }) => checkPackage(deps, tenantId, packageId, signal),
    async ({ tenantId, payload: { packageId } }) => {
      const row = await readTenant(deps.pool, tenantId, (tx) => findPackage(tx, packageId));
      if (row?.state !== 'checking') return;
      log.warn({ packageId }, 'a package could not be checked');
      await refuse(deps, row, 'The check failed. Upload the file again.');
    },
  );

export async function checkPackage(
  deps: CheckDeps,
  tenantId: number,
  packageId: string,
  signal: AbortSignal,
) {
  const { pool, storage, workDirectory, now } = deps;
  const row = await readTenant(pool, tenantId, (tx) => findPackage(tx, packageId));
  if (row?.state !== 'checking') {
    // The previous run may have ended before it deleted the upload.
    if (row?.state !== 'uploading') await storage.deleteAll(uploadFolder(tenantId, packageId));
    return;
  }
  await mkdir(workDirectory, { recursive: true });
  const directory = await mkdtemp(join(workDirectory, 'check-'));
  try {
    const path = join(directory, 'upload');
    await pipeline(readParts(storage, row), createWriteStream(path), { signal });
    const folder = packageFolder(tenantId, packageId);
    const found =
      row.purpose === 'package'
        ? { report: await unpack(path, { storage, folder, fileName: row.fileName }, signal) }
        : await storeFile(path, row, storage);
    await withTenant(pool, tenantId, (tx) =>
      changePackage(tx, row, { state: 'ready', ...found, changedAt: now() }),
    );
    await storage.deleteAll(uploadFolder(tenantId, packageId));
  } catch (error) {
    if (!(error instanceof UploadProblem)) throw error;
    await refuse(deps, row, error.message);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** An image is encoded again. Other files that are not packages are stored as they are. */
async function storeFile(path: string, row: StoredPackage, storage: PackageStorage) {
  if (row.purpose === 'image') {
    const image = await encodeImage(path);
    const key = imageKey(row.tenantId, row.id);
    await storage.put(key, Readable.from([image], { objectMode: false }), image.length);
    return {};
  }
  const found = await checkFile(path, row);
  const key = fileKey(packageFolder(row.tenantId, row.id), storedPath(row.fileName));
  await storage.put(key, createReadStream(path), row.size);
  return found;
}

async function* readParts(storage: PackageStorage, row: StoredPackage): AsyncGenerator<Buffer> {
  for (const key of partKeys(row)) {
    const part = await storage.get(key);
    if (!part) throw new UploadProblem('A part of the upload is missing. Upload the file again.');
    yield* part.content as Readable & AsyncIterable<Buffer>;
  }
}

/** No file of a refused package stays in the storage. */
async function refuse(
  { pool, storage, now }: CheckDeps,
  { tenantId, id }: Pick<StoredPackage, 'tenantId' | 'id'>,
  problem: string,
) {
  for (const folder of [packageFolder(tenantId, id), uploadFolder(tenantId, id)])
    await storage.deleteAll(folder);
  await withTenant(pool, tenantId, (tx) =>
    changePackage(tx, { id, state: 'checking' }, { state: 'refused', problem, changedAt: now() }),
  );
}
