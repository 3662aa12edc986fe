import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import type { ChangeContext } from './changePerson.ts';

export interface PeopleAdminDeps {
  pool: Pool;
  audit: Audit;
  accountLinks: AccountLinks;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
  /** Called when sessions ended, so that their messaging tokens are revoked. */
  onSessionEnd: () => void;
  wakeOutbox: () => void;
}

export const contextOf = (
  { audit, accountLinks, jobs, now }: PeopleAdminDeps,
  request: FastifyRequest,
  tx: TenantTransaction,
): ChangeContext => ({
  tx,
  audit,
  accountLinks,
  jobs,
  actor: { ...actorOf(request), userId: request.viewer.userId },
  now: now(),
});

/** A change that the request's administrator makes in one transaction. */
export const withChange = <T>(
  deps: PeopleAdminDeps,
  request: FastifyRequest,
  work: (context: ChangeContext) => Promise<T>,
) => withTenant(deps.pool, request.viewer.tenantId, (tx) => work(contextOf(deps, request, tx)));
