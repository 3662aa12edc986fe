import type { AuditEntry, AuditHistory, AuditLog, AuditQuery } from '#contract/administration/audit.ts';
import { fullName } from '#contract/people.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from '#server/db/drizzle.ts';
import { auditEntries } from '#server/db/schema/audit.ts';
import { directoryGroups, directoryTokens } from '#server/db/schema/directory.ts';
import { departments } from '#server/db/schema/people.ts';
import { programs, topics } from '#server/db/schema/programs.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { matches } from './auditFilter.ts';
import { DIRECTORY_TOKEN } from './entryHash.ts';
import { readIntegrity } from './integrity.ts';

const PAGE = 50;
/** Entries for the page of a person. */
const HISTORY = 20;

export type Row = typeof auditEntries.$inferSelect;

/** A page of the log, newest entries first. */
export async function readAuditLog(
  tx: TenantTransaction,
  { before, after, ...filter }: AuditQuery,
  { timeZone, key }: { timeZone: string; key: Buffer },
): Promise<AuditLog> {
  const where = matches(filter, timeZone);
  const page = await readPage(tx, where, before, after);
  const [newest, oldest] = [page[0]?.seq, page.at(-1)?.seq];
  const [total] = await tx.select({ entries: count() }).from(auditEntries).where(where);
  const hasBeyond = async (condition: SQL | undefined) => {
    const [row] = await tx
      .select({ seq: auditEntries.seq })
      .from(auditEntries)
      .where(and(where, condition))
      .limit(1);
    return row !== undefined;
  };
  const hasOlder = oldest !== undefined && (await hasBeyond(lt(auditEntries.seq, oldest)));
  const hasNewer = newest !== undefined && (await hasBeyond(gt(auditEntries.seq, newest)));
  return {
    ...(await presentEntries(tx, page)),
    total: total?.entries ?? 0,
    older: hasOlder ? oldest : null,
    newer: hasNewer ? newest : null,
    integrity: await readIntegrity(tx, page, key),
  };
}

async function readPage(
  tx: TenantTransaction,
  where: SQL | undefined,
  before: string | undefined,
  after: string | undefined,
): Promise<Row[]> {
  const select = tx.select().from(auditEntries);
  if (after !== undefined) {
    const rows = await select
      .where(and(where, gt(auditEntries.seq, Number(after))))
      .orderBy(asc(auditEntries.seq))
      .limit(PAGE);
    return rows.reverse();
  }
  return select
    .where(and(where, before === undefined ? undefined : lt(auditEntries.seq, Number(before))))
    .orderBy(desc(auditEntries.seq))
    .limit(PAGE);
}

/** The newest entries about a person. */
export async function readHistory(tx: TenantTransaction, userId: number): Promise<AuditHistory> {
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectType, 'person'), eq(auditEntries.subjectId, String(userId))))
    .orderBy(desc(auditEntries.seq))
    .limit(HISTORY + 1);
  return { ...(await presentEntries(tx, rows.slice(0, HISTORY))), hasMore: rows.length > HISTORY };
}

/** The newest changes by a directory (decision 0056). */
export async function readDirectoryChanges(tx: TenantTransaction): Promise<AuditHistory> {
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(and(isNull(auditEntries.actorId), sql`${auditEntries.details} like ${`%"${DIRECTORY_TOKEN}":%`}`))
    .orderBy(desc(auditEntries.seq))
    .limit(HISTORY + 1);
  return { ...(await presentEntries(tx, rows.slice(0, HISTORY))), hasMore: rows.length > HISTORY };
}

/** At most this number of matching entries, oldest first, in parts. */
export const readPart = (
  tx: TenantTransaction,
  where: SQL | undefined,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Row[]> =>
  tx
    .select()
    .from(auditEntries)
    .where(and(where, gte(auditEntries.seq, after + 1), lte(auditEntries.seq, upTo)))
    .orderBy(asc(auditEntries.seq))
    .limit(limit);

const personFields = new Set(['managerId', 'headId', 'emergencyAdminId']);
const departmentFields = new Set(['departmentId', 'parentId', 'mergedIntoId']);

/** Entries with the current names of their ids. Deleted items have no name. */
export async function presentEntries(
  tx: TenantTransaction,
  rows: readonly Row[],
): Promise<Pick<AuditLog, 'data' | 'names'>> {
  const entries = rows.map((row) => {
    const { [DIRECTORY_TOKEN]: token, ...changes } = JSON.parse(row.details) as AuditEntry['changes'];
    return { row, changes, token: typeof token?.after === 'string' ? token.after : null };
  });
  const idsOf = (field: string) =>
    entries
      .flatMap(({ changes }) => [changes[field]?.before, changes[field]?.after])
      .filter((id) => typeof id === 'string');
  const tokenNames = await findNames(tx, directoryTokens, directoryTokens.name, [
    ...entries.map(({ token }) => token).filter((token) => token !== null),
    ...idsOf('token'),
  ]);
  const groupNames = await findNames(tx, directoryGroups, directoryGroups.displayName, idsOf('group'));
  const subjects = (type: string) =>
    rows.filter((row) => row.subjectType === type).map((row) => row.subjectId);
  const subjectIds = (type: string) => subjects(type).map(Number);
  const changedIds = (fields: ReadonlySet<string>) =>
    entries.flatMap(({ changes }) =>
      Object.entries(changes)
        .filter(([field]) => fields.has(field))
        .flatMap(([, { before, after }]) => [before, after])
        .filter((id) => typeof id === 'number'),
    );
  const people = await findParticipants(tx, [
    ...rows.map((row) => row.actorId),
    ...subjectIds('person'),
    ...changedIds(personFields),
  ]);
  const departmentNames = await findDepartmentNames(tx, [
    ...subjectIds('department'),
    ...changedIds(departmentFields),
  ]);
  const titles = await findTitles(tx, subjects('topic'), subjects('program'));
  const surveyNames = await findSurveyNames(tx, subjects('survey'));
  const nameOf = ({ subjectType, subjectId }: Row, { group }: AuditEntry['changes']) => {
    if (group) return groupNames.get(String(group.after ?? group.before)) ?? null;
    if (subjectType === 'survey') return surveyNames.get(subjectId) ?? null;
    const id = Number(subjectId);
    if (subjectType === 'topic' || subjectType === 'program') return titles.get(subjectId) || null;
    if (subjectType === 'department') return departmentNames.get(id) ?? null;
    const person = subjectType === 'person' ? people.get(id) : undefined;
    return person ? fullName(person) : null;
  };
  return {
    data: entries.map(({ row, changes, token }): AuditEntry => {
      const { reason, address } = JSON.parse(row.personal ?? '{}') as Record<string, string | null>;
      return {
        seq: row.seq,
        at: row.at.toISOString(),
        actor: row.actorId === null ? null : (people.get(row.actorId) ?? null),
        actorName: token === null ? null : (tokenNames.get(token) ?? null),
        action: row.action,
        subject: { type: row.subjectType, id: row.subjectId, name: nameOf(row, changes) },
        changes,
        reason: reason ?? null,
        address: address ?? null,
        requestId: row.requestId,
        hash: row.hash,
      };
    }),
    names: {
      people: Object.fromEntries([...people].map(([id, person]) => [id, fullName(person)])),
      departments: Object.fromEntries(departmentNames),
      directory: Object.fromEntries([...groupNames, ...tokenNames]),
    },
  };
}

/** The titles of topics and the names of programs. */
async function findTitles(tx: TenantTransaction, topicIds: string[], programIds: string[]) {
  const found =
    topicIds.length === 0
      ? []
      : await tx
          .select({ id: topics.id, title: topics.title })
          .from(topics)
          .where(inArray(topics.id, topicIds));
  const named =
    programIds.length === 0
      ? []
      : await tx
          .select({ id: programs.id, title: programs.name })
          .from(programs)
          .where(inArray(programs.id, programIds));
  return new Map([...found, ...named].map(({ id, title }) => [id, title]));
}

async function findDepartmentNames(tx: TenantTransaction, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await tx
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(inArray(departments.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findNames(
  tx: TenantTransaction,
  table: typeof directoryGroups | typeof directoryTokens,
  column: typeof directoryGroups.displayName | typeof directoryTokens.name,
  ids: string[],
) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: table.id, name: column })
    .from(table)
    .where(inArray(table.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findSurveyNames(tx: TenantTransaction, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await tx
    .select({ id: surveys.id, name: surveys.name })
    .from(surveys)
    .where(inArray(surveys.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
