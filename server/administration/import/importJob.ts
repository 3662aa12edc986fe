import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { failedSteps } from '#contract/administration/import.ts';
import { randomId } from '#contract/text.ts';
import { withTenant } from '#server/db/withTenant.ts';
import type { FailedJob, JobKind, Jobs } from '#server/jobs/index.ts';
import { type ApplyDeps, applyImport, recordImport } from './applyImport.ts';
import {
  changeImport,
  lockImport,
  readAllRows,
  storeOutcomes,
  withAppliedEarlier,
} from './importsRepository.ts';
import { choicesOf, foundOf, planImport } from './planImport.ts';
import { revertImport } from './revertImport.ts';
import { readWorld } from './world.ts';

/** Checks, applies or reverts an import, depending on its state. */
export const importJob: JobKind<{ importId: string }> = {
  name: 'people-import',
  payload: z.object({ importId: randomId }),
  maxSeconds: 60 * 60,
};

export const registerImportJob = (
  jobs: Pick<Jobs, 'register'>,
  deps: ApplyDeps,
  log: Pick<FastifyBaseLogger, 'warn'>,
) =>
  jobs.register(
    importJob,
    async ({ tenantId, payload: { importId }, signal }) => {
      await checkImport(deps, tenantId, importId);
      await applyImport(deps, { tenantId, importId, signal });
      await revertImport(deps, { tenantId, importId, signal });
    },
    (job) => recordFailure(deps, job, log),
  );

/** People who were imported by then stay. The administrator can check the file again or revert the import. */
async function recordFailure(
  deps: ApplyDeps,
  { tenantId, payload: { importId } }: FailedJob<{ importId: string }>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) {
  await withTenant(deps.pool, tenantId, async (tx) => {
    const stored = await lockImport(tx, importId);
    const failedStep = failedSteps.find((step) => step === stored.state);
    if (!failedStep) return;
    await changeImport(tx, importId, { state: 'failed', failedStep, endedAt: deps.now() });
    if (failedStep === 'applying')
      await recordImport(deps, tx, stored, { userId: stored.createdBy, requestId: null, address: null });
    log.warn({ importId, step: failedStep }, 'import of people failed');
  });
}

/** Computes the effects of the import. Does not change anyone. */
async function checkImport({ pool }: ApplyDeps, tenantId: number, importId: string) {
  const stored = await withTenant(pool, tenantId, (tx) => lockImport(tx, importId));
  if (stored.state !== 'checking') return;
  const world = await readWorld(pool, tenantId);
  const plan = await planImport(await readAllRows(pool, tenantId, importId), world, choicesOf(stored));
  await storeOutcomes(pool, tenantId, importId, plan);
  await withTenant(pool, tenantId, async (tx) => {
    const current = await lockImport(tx, importId);
    if (current.state === 'checking')
      await changeImport(tx, importId, {
        state: 'checked',
        found: withAppliedEarlier(foundOf(plan), current),
      });
  });
}
