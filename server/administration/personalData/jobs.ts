import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { forEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { dataRequests } from '#server/db/schema/personalData.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { deleteOldArchives, findDueErasures } from './dataRequests.ts';
import type { PersonalDataDeps } from './deps.ts';
import { runErasure } from './eraseJob.ts';
import { runExport } from './exportJob.ts';
import { mailExport } from './exportMail.ts';
import { deleteOldCheckIns, planErasures, readKeptFor } from './retention.ts';

const payload = z.object({ requestId: randomId });
const exportKind = { name: 'export-personal-data', payload };
const mailKind = { name: 'mail-export', payload, retries: 20 };
const eraseKind = { name: 'erase-person', payload };

const enqueueWith =
  (jobs: Pick<PersonalDataDeps['jobs'], 'enqueue'>, kind: typeof exportKind) =>
  (tx: TenantTransaction, requestId: string) =>
    // A request has one job at a time.
    jobs.enqueue(tx, kind, { requestId }, { singletonKey: requestId });

/** Adds the job of a new export. */
export const enqueueExport = ({ jobs }: Pick<PersonalDataDeps, 'jobs'>) => enqueueWith(jobs, exportKind);

export function registerPersonalDataJobs(deps: PersonalDataDeps) {
  const { jobs, now } = deps;
  const enqueueMail = enqueueWith(jobs, mailKind);
  jobs.register(exportKind, ({ tenantId, payload: { requestId }, signal }) =>
    runExport(deps, { tenantId, requestId, signal }, enqueueMail),
  );
  jobs.register(mailKind, ({ tenantId, payload: { requestId } }) =>
    mailExport(deps, { tenantId, requestId }),
  );
  jobs.register(eraseKind, ({ tenantId, payload: { requestId }, signal }) =>
    runErasure(deps, { tenantId, requestId, signal }),
  );
  jobs.schedule({
    name: 'data-requests',
    cron: '17 * * * *',
    run: (signal) => attendToRequests(deps, now(), signal),
  });
}

/**
 * In each organisation: plans erasures and deletes check-ins as the settings say, starts due erasures, restarts exports whose job
 * has failed, and deletes old archives.
 */
export const attendToRequests = (
  deps: Pick<PersonalDataDeps, 'pool' | 'jobs'>,
  now: Date,
  signal: AbortSignal,
) => forEachOrganisation(deps.pool, signal, (tenantId) => attendToOrganisation(deps, tenantId, now, signal));

async function attendToOrganisation(
  { pool, jobs }: Pick<PersonalDataDeps, 'pool' | 'jobs'>,
  tenantId: number,
  now: Date,
  signal: AbortSignal,
) {
  const { checkInDays } = await withTenant(pool, tenantId, async (tx) => {
    const keptFor = await readKeptFor(tx);
    await planErasures(tx, keptFor.deactivatedDays, now);
    for (const erasure of await findDueErasures(tx, now)) await enqueueWith(jobs, eraseKind)(tx, erasure.id);
    const openExports = await tx
      .select({ id: dataRequests.id })
      .from(dataRequests)
      .where(and(eq(dataRequests.kind, 'export'), isNull(dataRequests.endedAt)));
    for (const open of openExports) await enqueueWith(jobs, exportKind)(tx, open.id);
    await deleteOldArchives(tx, now);
    return keptFor;
  });
  if (checkInDays !== null) await deleteOldCheckIns(pool, tenantId, checkInDays, now, signal);
}
