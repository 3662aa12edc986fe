import type { Package, PackageReport } from '#contract/learning/packages.ts';
import type { TopicUpload, UploadPurpose } from '#contract/learning/uploads.ts';
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import { packages } from '#server/db/schema/packages.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';

export type StoredPackage = typeof packages.$inferSelect;

export async function findPackage(
  tx: TenantTransaction,
  packageId: string,
): Promise<StoredPackage | undefined> {
  const [row] = await tx.select().from(packages).where(eq(packages.id, packageId));
  return row;
}

export async function readPackage(tx: TenantTransaction, packageId: string): Promise<StoredPackage> {
  const row = await findPackage(tx, packageId);
  if (!row) throw notFound();
  return row;
}

/** Returns the findings of a package check. */
export async function readReport(tx: TenantTransaction, packageId: string): Promise<PackageReport> {
  const { report } = await readPackage(tx, packageId);
  if (!report) throw notFound();
  return report;
}

/** Changes a package that is in this state. Returns false if it is in another one. */
export async function changePackage(
  tx: TenantTransaction,
  { id, state }: Pick<StoredPackage, 'id' | 'state'>,
  values: Partial<typeof packages.$inferInsert>,
): Promise<boolean> {
  const changed = await tx
    .update(packages)
    .set(values)
    .where(and(eq(packages.id, id), eq(packages.state, state)));
  return (changed.rowCount ?? 0) > 0;
}

/** The purposes of these uploads, if they are ready. */
export async function findReady(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadPurpose>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: packages.id, purpose: packages.purpose })
    .from(packages)
    .where(and(inArray(packages.id, [...ids]), eq(packages.state, 'ready')));
  return new Map(rows.map(({ id, purpose }) => [id, purpose]));
}

/** Uploads by id, for authors. Unknown ids are left out. */
export async function findUploads(tx: TenantTransaction, ids: readonly string[]): Promise<TopicUpload[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(packages)
    .where(inArray(packages.id, [...new Set(ids)]));
  return rows.map(({ id, fileName, size, seconds, createdAt }) => ({
    uploadId: id,
    fileName,
    size,
    seconds,
    uploadedAt: createdAt.toISOString(),
  }));
}

/** Hosts that browsers have blocked while the package was used. Only the first ones are kept. */
export const noteBlockedHost = (tx: TenantTransaction, packageId: string, host: string) =>
  tx
    .update(packages)
    .set({ blockedHosts: sql`array_append(${packages.blockedHosts}, ${host})` })
    .where(
      and(
        eq(packages.id, packageId),
        sql`not ${host} = any(${packages.blockedHosts}) and cardinality(${packages.blockedHosts}) < 50`,
      ),
    );

/** The largest position that a package has tried to store. */
export const noteRefusedLength = (tx: TenantTransaction, packageId: string, length: number) =>
  tx
    .update(packages)
    .set({ refusedLength: sql`greatest(${packages.refusedLength}, ${length})` })
    .where(eq(packages.id, packageId));

export const presentPackage = (row: StoredPackage): Package => ({
  packageId: row.id,
  purpose: row.purpose,
  state: row.state,
  fileName: row.fileName,
  size: row.size,
  received: row.received,
  problem: row.problem,
  seconds: row.seconds,
  report: row.report,
  blockedHosts: row.blockedHosts,
  refusedLength: row.refusedLength,
  uploadedAt: row.createdAt.toISOString(),
});
