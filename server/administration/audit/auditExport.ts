import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { AuditFilter } from '#contract/administration/audit.ts';
import { fullName } from '#contract/people.ts';
import { and, count, lte } from '#server/db/drizzle.ts';
import { auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { csvLine } from '#server/http/csv.ts';
import type { Actor, Audit } from './audit.ts';
import { matches } from './auditFilter.ts';
import { presentEntries, readPart } from './auditRepository.ts';

const PART = 1_000;
const COLUMNS = [
  'Entry',
  'Time (UTC)',
  'Actor',
  'Actor ID',
  'Action',
  'Subject type',
  'Subject ID',
  'Subject',
  'Changes',
  'Reason',
  'Address',
  'Request ID',
  'Hash',
];

interface ExportDeps {
  pool: Pool;
  audit: Pick<Audit, 'record'>;
  tenantId: number;
  timeZone: string;
  actor: Actor;
}

/** A CSV file with the matching entries up to now, oldest first. The export itself is an entry, which the file does not contain. */
export async function exportAuditLog(
  { pool, audit, tenantId, timeZone, actor }: ExportDeps,
  filter: AuditFilter,
): Promise<Readable> {
  const where = matches(filter, timeZone);
  const upTo = await withTenant(pool, tenantId, async (tx) => {
    const [head] = await tx.select({ seq: auditHeads.seq }).from(auditHeads);
    const last = head?.seq ?? 0;
    const [matching] = await tx
      .select({ entries: count() })
      .from(auditEntries)
      .where(and(where, lte(auditEntries.seq, last)));
    await audit.record(tx, actor, {
      action: 'audit.exported',
      subject: { type: 'organisation', id: tenantId },
      changes: { entries: { before: null, after: matching?.entries ?? 0 } },
    });
    return last;
  });
  async function* lines() {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    yield `\ufeff${csvLine(COLUMNS)}`;
    let after = 0;
    for (;;) {
      const { rows, data } = await readTenant(pool, tenantId, async (tx) => {
        const part = await readPart(tx, where, { after, upTo, limit: PART });
        return { rows: part, data: (await presentEntries(tx, part)).data };
      });
      if (data.length > 0)
        yield data
          .map(
            (
              { seq, at, actor: by, actorName, action, subject, changes, reason, address, requestId, hash },
              index,
            ) =>
              csvLine([
                seq,
                at,
                by ? fullName(by) : actorName,
                rows[index]?.actorId ?? null,
                action,
                subject.type,
                subject.id,
                subject.name,
                JSON.stringify(changes),
                reason,
                address,
                requestId,
                hash,
              ]),
          )
          .join('');
      if (rows.length < PART) return;
      after = rows.at(-1)?.seq ?? upTo;
    }
  }
  return Readable.from(lines());
}
