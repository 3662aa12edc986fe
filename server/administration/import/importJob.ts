import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { withTenant } from '#server/db/withTenant.ts';
import type { JobKind, Jobs } from '#server/jobs/index.ts';
import { type ApplyDeps, applyImport } from './applyImport.ts';
import { changeImport, lockImport, readAllRows, storeOutcomes } from './importsRepository.ts';
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
  jobs.register(importJob, async ({ tenantId, payload: { importId }, isLastAttempt, signal }) => {
    try {
      await checkImport(deps, tenantId, importId);
      await applyImport(deps, { tenantId, importId, signal });
      await revertImport(deps, { tenantId, importId, signal });
    } catch (error) {
      if (isLastAttempt && !signal.aborted) {
        log.warn({ importId }, 'import of people failed');
        await withTenant(deps.pool, tenantId, (tx) =>
          changeImport(tx, importId, { state: 'failed', endedAt: deps.now() }),
        );
      }
      throw error;
    }
  });

/** Computes what the import would do. Changes no person. */
async function checkImport({ pool }: ApplyDeps, tenantId: number, importId: string) {
  const stored = await withTenant(pool, tenantId, (tx) => lockImport(tx, importId));
  if (stored.state !== 'checking') return;
  const world = await readWorld(pool, tenantId);
  const plan = await planImport(await readAllRows(pool, tenantId, importId), world, choicesOf(stored));
  await storeOutcomes(pool, tenantId, importId, plan);
  await withTenant(pool, tenantId, async (tx) => {
    const { state } = await lockImport(tx, importId);
    if (state === 'checking')
      await changeImport(tx, importId, { state: 'checked', found: JSON.stringify(foundOf(plan)) });
  });
}
