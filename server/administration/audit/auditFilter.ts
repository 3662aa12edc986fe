import type { AuditFilter } from '#contract/administration/audit.ts';
import { and, eq, type SQL, sql } from '#server/db/drizzle.ts';
import { auditEntries } from '#server/db/schema/audit.ts';

/** The entries that match all parts of a filter. Its days are days in the viewer's time zone. */
export const matches = (
  { action, actorId, userId, from, to }: AuditFilter,
  timeZone: string,
): SQL | undefined =>
  and(
    action === undefined ? undefined : eq(auditEntries.action, action),
    actorId === undefined ? undefined : eq(auditEntries.actorId, Number(actorId)),
    userId === undefined
      ? undefined
      : and(eq(auditEntries.subjectType, 'person'), eq(auditEntries.subjectId, userId)),
    from === undefined
      ? undefined
      : sql`${auditEntries.at} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to === undefined
      ? undefined
      : sql`${auditEntries.at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  );
