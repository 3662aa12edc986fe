import type { AnonymityReport } from '#contract/surveys/anonymous.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { SurveyRow } from '#server/surveys/surveysRepository.ts';
import { hasEncryptedLength } from './batchKeys.ts';
import { findLinkages, type PersonTable, type StoredRow } from './linkage.ts';

/** All columns that may be stored with a response. A new column must be assessed before it is added. */
const RESPONSE_COLUMNS = ['answers', 'id', 'respondent', 'segment_id', 'survey_id', 'tenant_id', 'user_id'];
/** Columns that are equal in all rows of a survey. */
const SAME_IN_ALL = new Set(['tenant_id', 'survey_id']);

/** Each row with all its columns, its place in the table and the transaction that wrote it. */
async function readRows(tx: TenantTransaction, table: string, surveyId: string): Promise<StoredRow[]> {
  const { rows } = await tx.execute<{ row: Record<string, unknown>; place: string; transaction: string }>(sql`
    select to_jsonb(t) as row, t.ctid::text as place, t.xmin::text as transaction
    from ${sql.identifier(table)} as t where t.survey_id = ${surveyId}`);
  return rows.map(({ row, place, transaction }) => ({ ...asText(row), place, transaction }));
}

const asText = (row: Record<string, unknown>): StoredRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !SAME_IN_ALL.has(column))
      .map(([column, value]) => [
        column,
        value === null || typeof value === 'string' ? value : JSON.stringify(value),
      ]),
  );

/** Notifications of the survey. Their keys name the receiver. */
async function readNotifications(tx: TenantTransaction, surveyId: string): Promise<PersonTable['rows']> {
  const { rows } = await tx.execute<{ person: string; row: Record<string, unknown> }>(sql`
    select o.receiver_id::text as person, to_jsonb(o) as row from notifications_outbox as o
    where o.dedupe_key like ${`survey:${surveyId}:%`}`);
  return rows.map(({ person, row }) => ({ ...asText(row), person }));
}

/**
 * Tries to find the author of each response, using all stored data about the people and responses of the survey. The
 * release is refused unless all checks pass.
 */
export async function auditAnonymity(
  tx: TenantTransaction,
  { id, k }: Pick<SurveyRow, 'id' | 'k'>,
  today: string,
): Promise<AnonymityReport> {
  const responses = await readRows(tx, 'survey_responses', id);
  const participations = (await readRows(tx, 'survey_participations', id)).map((row) => ({
    ...row,
    person: row.user_id ?? '',
  }));
  const started = participations.filter((row: StoredRow) => row.ticket_request !== null);
  const tables: PersonTable[] = [
    { name: 'participation', rows: participations },
    { name: 'notification', rows: await readNotifications(tx, id) },
  ];
  // A separate check assesses the order of the rows and of their transactions.
  const content = responses.map(
    ({ answers: _answers, place: _place, transaction: _transaction, ...row }) => row,
  );
  const linkages = findLinkages(
    started.map(({ person }) => person),
    tables,
    content,
  );
  const columns = await columnsOf(tx, 'survey_responses');
  const waiting = await readWaiting(tx, id);
  const codes = new Set(responses.flatMap((row) => [row.id, row.respondent]));
  const transactions = new Set(responses.map(({ transaction }) => transaction));
  const drafts = participations.filter((row: StoredRow) => row.draft !== null);
  return {
    checkedOn: today,
    responses: responses.length >= k ? responses.length : null,
    comparisons: linkages.length,
    checks: [
      {
        name: 'No stored value links a person to fewer than all responses',
        isPassed: linkages.every(({ candidates }) => candidates >= started.length),
      },
      {
        name: 'No account and no department is stored with a response',
        isPassed: responses.every((row) => row.user_id === null && row.segment_id === null),
      },
      {
        name: 'No time, address or sequence number is stored with a response',
        isPassed: columns.every((column) => RESPONSE_COLUMNS.includes(column)),
      },
      {
        name: 'All responses were rewritten together, in random order',
        isPassed: transactions.size <= 1,
      },
      {
        name: 'Answers that wait for the next batch are encrypted and have no ticket',
        isPassed: waiting.every(({ slot, bytes }) => hasEncryptedLength(bytes) && !codes.has(slot)),
      },
      { name: 'No unfinished answers are on the server', isPassed: drafts.length === 0 },
      {
        name: 'There are no more responses than people who started',
        isPassed: responses.length <= started.length,
      },
    ],
  };
}

/** Submissions of the next batch. */
async function readWaiting(tx: TenantTransaction, surveyId: string) {
  const { rows } = await tx.execute<{ slot: string; bytes: number }>(sql`
    select slot::text as slot, octet_length(content) as bytes from survey_submissions where survey_id = ${surveyId}`);
  return rows;
}

async function columnsOf(tx: TenantTransaction, table: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  return rows.map(({ name }) => name);
}

export const isPassed = ({ checks }: AnonymityReport) => checks.every((check) => check.isPassed);
