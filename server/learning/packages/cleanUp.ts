import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { sql } from '#server/db/drizzle.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { packageFolder, uploadFolder } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An upload that does not continue is deleted after this time. */
export const ABANDONED_AFTER_MS = DAY_MS;
/** The reason of a refusal is kept for this time. */
const REFUSED_MS = 7 * DAY_MS;
/** A package that no draft and no version of a topic uses is deleted after this time. */
const UNUSED_MS = 30 * DAY_MS;
const BATCH = 100;

export interface CleanUpDeps {
  pool: Pool;
  storage: PackageStorage;
  workDirectory: string;
  now: () => Date;
}

/** Deletes abandoned uploads, old refusals and unused packages every hour, with their files. */
export const schedulePackageCleanUp = (jobs: Pick<Jobs, 'schedule'>, deps: CleanUpDeps) =>
  jobs.schedule({
    name: 'package-clean-up',
    cron: '23 * * * *',
    run: (signal) => cleanUpPackages(deps, signal),
  });

export async function cleanUpPackages(
  { pool, storage, workDirectory, now }: CleanUpDeps,
  signal: AbortSignal,
) {
  await deleteOldWork(workDirectory, now());
  const old: { tenantId: number; id: string }[] = [];
  await inEachOrganisation(pool, signal, async (tx) => {
    const { tenantId } = tx;
    for (const id of await findOld(tx, now())) old.push({ tenantId, id });
  });
  for (const { tenantId, id } of old) {
    signal.throwIfAborted();
    // Deletes the files first. After an interruption, the row is found again.
    await storage.deleteAll(uploadFolder(tenantId, id));
    await storage.deleteAll(packageFolder(tenantId, id));
    await withTenant(pool, tenantId, (tx) => tx.execute(sql`delete from packages where id = ${id}`));
  }
}

async function findOld(tx: TenantTransaction, now: Date): Promise<string[]> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from packages as p
    where p.state = 'uploading' and p.changed_at < ${before(ABANDONED_AFTER_MS)}
      or p.state = 'refused' and p.changed_at < ${before(REFUSED_MS)}
      or p.state = 'ready' and p.changed_at < ${before(UNUSED_MS)}
        and not exists (select from topic_steps as s where p.id in (s.package_id, s.file_id, s.captions_id))
        and not exists (select from topics as t, jsonb_array_elements(t.draft -> 'steps') as d
          where p.id in (d ->> 'packageId', d ->> 'fileId', d ->> 'captionsId'))
        and not (p.purpose = 'image' and (
          exists (select from topic_steps as s where s.document::text like '%' || p.id || '%')
          or exists (select from topics as t where t.draft::text like '%' || p.id || '%')))
    order by p.changed_at limit ${BATCH}`);
  return rows.map(({ id }) => id);
}

/** Archives of checks that a crash has interrupted. */
async function deleteOldWork(directory: string, now: Date) {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const path = join(directory, name);
    const age = now.getTime() - (await stat(path)).mtimeMs;
    if (age > HOUR_MS) await rm(path, { recursive: true, force: true });
  }
}
