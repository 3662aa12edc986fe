import type { AuditLog } from '#contract/audit.ts';
import { fullName } from '#contract/people.ts';
import { and, desc, eq, inArray, lt } from '#server/db/drizzle.ts';
import { auditEntries } from '#server/db/schema/audit.ts';
import { departments } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { hashEntry } from './entryHash.ts';

const PAGE = 50;

export interface AuditFilter {
  before?: number;
  action?: string;
  actorId?: number;
  /** Entries about this person. */
  userId?: number;
}

type Row = typeof auditEntries.$inferSelect;

/** A page of the log, the newest entries first. */
export async function readAuditLog(
  tx: TenantTransaction,
  { before, action, actorId, userId }: AuditFilter,
): Promise<AuditLog> {
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        before === undefined ? undefined : lt(auditEntries.seq, before),
        action === undefined ? undefined : eq(auditEntries.action, action),
        actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
        userId === undefined
          ? undefined
          : and(eq(auditEntries.subjectType, 'person'), eq(auditEntries.subjectId, String(userId))),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  const idsOf = (type: string) =>
    page.filter((row) => row.subjectType === type).map((row) => Number(row.subjectId));
  const people = await findParticipants(tx, [...page.map((row) => row.actorId), ...idsOf('person')]);
  const departmentNames = await findDepartmentNames(tx, idsOf('department'));
  const nameOf = ({ subjectType, subjectId }: Row) => {
    const id = Number(subjectId);
    if (subjectType === 'department') return departmentNames.get(id) ?? null;
    const person = people.get(id);
    return person ? fullName(person) : null;
  };
  return {
    data: page.map((row) => {
      const { reason, address } = JSON.parse(row.personal ?? '{}') as Record<string, string | null>;
      return {
        seq: row.seq,
        at: row.at.toISOString(),
        actor: row.actorId === null ? null : (people.get(row.actorId) ?? null),
        action: row.action,
        subject: { type: row.subjectType, id: row.subjectId, name: nameOf(row) },
        changes: JSON.parse(row.details) as Record<string, { before: unknown; after: unknown }>,
        reason: reason ?? null,
        address: address ?? null,
        requestId: row.requestId,
      };
    }),
    next: rows.length > PAGE ? (page.at(-1)?.seq ?? null) : null,
    brokenAt: page.find((row) => row.hash !== hashEntry(row, row.previousHash))?.seq ?? null,
  };
}

async function findDepartmentNames(tx: TenantTransaction, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await tx
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(inArray(departments.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
