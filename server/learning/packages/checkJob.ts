import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import type { JobKind, Jobs } from '#server/jobs/index.ts';
import { ArchiveProblem } from '#server/learning/packages/archive/archiveProblem.ts';
import { unpack } from '#server/learning/packages/archive/unpack.ts';
import { packageFolder, partKeys, uploadFolder } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { changePackage, findPackage, type StoredPackage } from './packagesRepository.ts';

export interface CheckDeps {
  pool: Pool;
  storage: PackageStorage;
  /** For the archive while it is checked. */
  workDirectory: string;
  now: () => Date;
}

/** Checks an uploaded file and unpacks it. */
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

async function checkPackage(deps: CheckDeps, tenantId: number, packageId: string, signal: AbortSignal) {
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
    const path = join(directory, 'archive.zip');
    await pipeline(readParts(storage, row), createWriteStream(path), { signal });
    const folder = packageFolder(tenantId, packageId);
    const report = await unpack(path, { storage, folder, fileName: row.fileName }, signal);
    await withTenant(pool, tenantId, (tx) =>
      changePackage(tx, row, { state: 'ready', report, changedAt: now() }),
    );
    await storage.deleteAll(uploadFolder(tenantId, packageId));
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    await refuse(deps, row, error.message);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function* readParts(storage: PackageStorage, row: StoredPackage): AsyncGenerator<Buffer> {
  for (const key of partKeys(row)) {
    const part = await storage.get(key);
    if (!part) throw new ArchiveProblem('A part of the upload is missing. Upload the file again.');
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
