import { and, eq, gt, isNull, or } from '../db/drizzle.ts';
import { accessWindows } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';

/** A former manager or coach reads for so long what was so on their last day, so that a hand-over can be done. */
export const FORMER_READS_MS = 30 * 24 * 60 * 60_000;

export type AccessWindow = Pick<
  typeof accessWindows.$inferSelect,
  'viewerId' | 'subjectId' | 'relation' | 'enrolmentId' | 'since' | 'until'
>;

/** The windows that are open, or closed so recently that something can still be read through them. */
export const findWindows = (
  tx: TenantTransaction,
  who: { viewerId?: number; subjectId?: number },
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
        who.viewerId === undefined ? undefined : eq(accessWindows.viewerId, who.viewerId),
        who.subjectId === undefined ? undefined : eq(accessWindows.subjectId, who.subjectId),
        or(isNull(accessWindows.until), gt(accessWindows.until, new Date(now.getTime() - FORMER_READS_MS))),
      ),
    );

export const readableUntil = (until: Date) => new Date(until.getTime() + FORMER_READS_MS);
