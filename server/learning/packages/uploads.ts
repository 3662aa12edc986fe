import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { type NewPackage, PACKAGE_PART_BYTES } from '#contract/learning/packages.ts';
import { findUploadProblems } from '#contract/learning/uploads.ts';
import { and, count, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { packages } from '#server/db/schema/packages.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { badRequest, HttpError, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { partKey, uploadFolder } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import { checkJob } from './checkJob.ts';
import { changePackage, readPackage, type StoredPackage } from './packagesRepository.ts';

const MAX_UPLOADS = 5;

export interface UploadDeps {
  pool: Pool;
  storage: PackageStorage;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
}

export const startUpload = (
  { pool, now }: UploadDeps,
  { tenantId, userId }: Viewer,
  { purpose = 'package', fileName, size }: NewPackage,
): Promise<StoredPackage> =>
  withTenant(pool, tenantId, async (tx) => {
    const fields = findUploadProblems(purpose, { fileName, size });
    if (Object.keys(fields).length > 0)
      throw notPossible('This file cannot be uploaded. Check its type and its size.', { ...fields });
    const [running] = await tx
      .select({ count: count() })
      .from(packages)
      .where(and(eq(packages.uploadedBy, userId), eq(packages.state, 'uploading')));
    if ((running?.count ?? 0) >= MAX_UPLOADS)
      throw notPossible(`You have ${MAX_UPLOADS} unfinished uploads. Continue or remove one of them first.`);
    const id = newId();
    const at = now();
    await tx.insert(packages).values({
      id,
      tenantId,
      purpose,
      state: 'uploading',
      fileName,
      size,
      uploadedBy: userId,
      createdAt: at,
      changedAt: at,
    });
    return readPackage(tx, id);
  });

/**
 * Stores the next part of an upload. The part is stored outside of a transaction; the row then moves on only if no other
 * call has stored the same part. The last part starts the check.
 */
export async function receivePart(
  { pool, storage, jobs, now }: UploadDeps,
  { tenantId, userId }: Viewer,
  { packageId, offset, content }: { packageId: string; offset: number; content: Buffer },
): Promise<StoredPackage> {
  const row = await readTenant(pool, tenantId, (tx) => readOwnUpload(tx, packageId, userId));
  if (offset !== row.received) throw outOfOrder(row.received);
  const received = offset + content.length;
  const isLast = received === row.size;
  if (content.length === 0) throw badRequest({ content: 'is empty' });
  if (received > row.size) throw badRequest({ content: 'is longer than the announced size' });
  if (!isLast && content.length !== PACKAGE_PART_BYTES)
    throw badRequest({ content: `must have ${PACKAGE_PART_BYTES} bytes, except for the last part` });
  await storage.put(
    partKey(tenantId, packageId, offset),
    Readable.from([content], { objectMode: false }),
    content.length,
  );
  return withTenant(pool, tenantId, async (tx) => {
    const [current] = await tx.select().from(packages).where(eq(packages.id, packageId)).for('update');
    if (current?.state !== 'uploading' || current.received !== offset)
      throw outOfOrder(current?.received ?? 0);
    await changePackage(tx, current, {
      received,
      changedAt: now(),
      ...(isLast && { state: 'checking' as const }),
    });
    if (isLast) await jobs.enqueue(tx, checkJob, { packageId });
    return readPackage(tx, packageId);
  });
}

/** Deletes an unfinished upload and its parts. */
export async function abandonUpload(
  { pool, storage }: UploadDeps,
  { tenantId, userId }: Viewer,
  packageId: string,
) {
  await withTenant(pool, tenantId, async (tx) => {
    const row = await readOwnUpload(tx, packageId, userId);
    await tx.delete(packages).where(and(eq(packages.id, row.id), eq(packages.state, 'uploading')));
  });
  await storage.deleteAll(uploadFolder(tenantId, packageId));
}

/** An upload belongs to the author who started it. */
async function readOwnUpload(
  tx: Parameters<typeof readPackage>[0],
  packageId: string,
  userId: number,
): Promise<StoredPackage> {
  const row = await readPackage(tx, packageId);
  if (row.uploadedBy !== userId) throw notPossible('Another author is uploading this file.');
  if (row.state !== 'uploading') throw notPossible('This upload is already complete.');
  return row;
}

const outOfOrder = (received: number) =>
  new HttpError(409, 'conflict', 'The upload has moved on. Continue where it is now.', {
    fields: { offset: `must be ${received}` },
  });
