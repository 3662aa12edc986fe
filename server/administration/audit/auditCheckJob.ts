import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { asc } from '#server/db/drizzle.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asAuth } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import type { Audit } from './audit.ts';

interface Deps {
  pool: Pool;
  audit: Pick<Audit, 'check'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Checks the audit logs of all organisations every night. */
export const scheduleAuditChecks = (jobs: Pick<Jobs, 'schedule'>, { pool, audit, log }: Deps) =>
  jobs.schedule({
    name: 'audit-check',
    cron: '0 3 * * *',
    async run(signal) {
      const organisations = await asAuth(pool, (tx) =>
        tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)),
      );
      for (const { id } of organisations) {
        if (signal.aborted) return;
        const fault = await audit.check(pool, id);
        if (fault)
          log.error({ tenantId: id, entry: fault.seq, reason: fault.reason }, 'audit log is not intact');
      }
    },
  });
