import { and, eq, gt, isNull, or } from '#server/db/drizzle.ts';
import { accessWindows } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** How long former managers and coaches can read the data of their last day (decision 0029). */
export const FORMER_READS_MS = 30 * 24 * 60 * 60_000;

export type AccessWindow = Pick<
  typeof accessWindows.$inferSelect,
  'viewerId' | 'subjectId' | 'relation' | 'enrolmentId' | 'since' | 'until'
>;

/** Current access windows, and former ones that are still readable. */
export const findWindows = (
  tx: TenantTransaction,
  filter: { viewerId?: number; subjectId?: number },
  now: Date,
): Promise<AccessWindow[]> =>
  tx
    .select({
      viewerId: accessWindows.viewerId,
      subjectId: accessWindows.subjectId,
      relation: accessWindows.relation,
      enrolmentId: accessWindows.enrolmentId,
      since: accessWindows.since,
      until: accessWindows.until,
    })
    .from(accessWindows)
    .where(
      and(
        filter.viewerId === undefined ? undefined : eq(accessWindows.viewerId, filter.viewerId),
        filter.subjectId === undefined ? undefined : eq(accessWindows.subjectId, filter.subjectId),
        or(isNull(accessWindows.until), gt(accessWindows.until, new Date(now.getTime() - FORMER_READS_MS))),
      ),
    );

export const readableUntil = (until: Date) => new Date(until.getTime() + FORMER_READS_MS);
