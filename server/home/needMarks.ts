import type { NeedMarks } from '#contract/home.ts';
import { and, eq, inArray, lt, or } from '#server/db/drizzle.ts';
import { needMarks } from '#server/db/schema/home.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { isCourtesy } from './needs.ts';

/** `until` is the day on which the need is listed again; null if it is done permanently. */
export interface NeedMark {
  key: string;
  until: string | null;
}
/** Snoozed and done needs of the viewer, as JSON. */
export const needMarksOf = (user: string) =>
  `select json_build_object('key', m.key, 'until', m.until) from need_marks as m where m.user_id = ${user}`;

const DAY_MS = 86_400_000;
/** By then, the need itself has ended. */
const KEPT_DAYS = 180;

/** Tomorrow, or Monday of next week, by the viewer's clock. */
export function dayOfMark(mark: 'tomorrow' | 'next_week', now: Date, timeZone: string): string {
  const day = new Date(`${dayOf(now, { timeZone })}T00:00:00Z`);
  const days = mark === 'tomorrow' ? 1 : 7 - ((day.getUTCDay() + 6) % 7);
  return new Date(day.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

export async function saveMarks(
  tx: TenantTransaction,
  { userId, timeZone }: Viewer,
  { keys, mark }: NeedMarks,
  now: Date,
) {
  if (mark === 'done' && !keys.every(isCourtesy))
    throw notPossible('This cannot be marked as done. It leaves the list when the task is done.', {
      keys: 'contain one that cannot be marked as done',
    });
  // Old marks are deleted here, so that their number stays small.
  await tx
    .delete(needMarks)
    .where(
      and(
        eq(needMarks.userId, userId),
        or(
          inArray(needMarks.key, keys),
          lt(needMarks.markedAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
        ),
      ),
    );
  if (mark === null) return;
  const until = mark === 'done' ? null : dayOfMark(mark, now, timeZone);
  await tx
    .insert(needMarks)
    .values(
      Array.from(new Set(keys), (key) => ({ tenantId: tx.tenantId, userId, key, until, markedAt: now })),
    )
    .onConflictDoNothing();
}
