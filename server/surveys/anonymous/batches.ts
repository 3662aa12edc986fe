import type { SecretBox } from '#server/access/signOn/index.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { surveyResponses, surveySubmissions, surveyTicketKeys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { batchOf, createBatchKey, type Submission } from './batchKeys.ts';
import { shuffleRows } from './shuffle.ts';
import { findTicketKey } from './ticketKeys.ts';

/** The batch that takes submissions now; null if the survey has none yet. */
async function findBatch(tx: TenantTransaction, box: SecretBox, surveyId: string) {
  const encrypted = (await findTicketKey(tx, surveyId))?.batchKey ?? null;
  if (encrypted === null) return null;
  const key = box.decrypt(tx.tenantId, encrypted);
  if (key === null)
    throw notPossible(
      'The secrets of this installation were changed, so the waiting answers cannot be read. Restore the earlier secrets.',
    );
  return batchOf(key);
}

/** Two simultaneous first submissions create one key, because the second one waits for the row of the first. */
async function startBatch(tx: TenantTransaction, box: SecretBox, surveyId: string) {
  await tx
    .update(surveyTicketKeys)
    .set({ batchKey: box.encrypt(tx.tenantId, createBatchKey()) })
    .where(and(eq(surveyTicketKeys.surveyId, surveyId), isNull(surveyTicketKeys.batchKey)));
  const batch = await findBatch(tx, box, surveyId);
  if (!batch) throw new Error('The anonymous survey has no ticket key');
  return batch;
}

/**
 * Keeps a submission for the next batch. The caller has locked the survey, so that no batch is stored in the meantime.
 */
export async function keepSubmission(
  tx: TenantTransaction,
  box: SecretBox,
  surveyId: string,
  submission: Submission,
): Promise<void> {
  const batch = (await findBatch(tx, box, surveyId)) ?? (await startBatch(tx, box, surveyId));
  const content = batch.encrypt(submission);
  await tx
    .insert(surveySubmissions)
    .values({ tenantId: tx.tenantId, surveyId, slot: batch.slotOf(submission.respondent), content })
    .onConflictDoUpdate({
      target: [surveySubmissions.tenantId, surveySubmissions.surveyId, surveySubmissions.slot],
      set: { content },
    });
}

/** A statement can have 65,535 parameters. */
const ROWS_PER_STATEMENT = 5_000;

/**
 * Stores all waiting submissions as responses, and all rows of the survey again in random order. The key of the batch is
 * removed, so deleted rows that are still in the files of the database cannot be decrypted. The caller has locked the survey for
 * update.
 */
export async function storeBatch(tx: TenantTransaction, box: SecretBox, surveyId: string): Promise<void> {
  const ofSurvey = eq(surveySubmissions.surveyId, surveyId);
  const waiting = await tx.select().from(surveySubmissions).where(ofSurvey);
  if (waiting.length > 0) {
    const batch = await findBatch(tx, box, surveyId);
    if (!batch) throw new Error('The waiting submissions have no key');
    const rows = waiting.map(({ content }) => ({
      id: newId(),
      tenantId: tx.tenantId,
      surveyId,
      ...batch.decrypt(content),
    }));
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await tx
        .insert(surveyResponses)
        .values(rows.slice(from, from + ROWS_PER_STATEMENT))
        .onConflictDoUpdate({
          target: [surveyResponses.tenantId, surveyResponses.surveyId, surveyResponses.respondent],
          set: { answers: sql`excluded.answers` },
        });
    await tx.delete(surveySubmissions).where(ofSurvey);
    await tx.update(surveyTicketKeys).set({ batchKey: null }).where(eq(surveyTicketKeys.surveyId, surveyId));
  }
  await shuffleRows(tx, surveyId);
}

/** Stores the batches of open surveys that have at least k submissions. */
export async function storeFullBatches(tx: TenantTransaction, box: SecretBox): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from surveys as s
    where s.mode = 'anonymous' and s.state = 'open'
      and (select count(*) from survey_submissions as w where w.survey_id = s.id) >= s.k
    order by s.id for update of s`);
  for (const { id } of rows) await storeBatch(tx, box, id);
}
