import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/**
 * Stores all responses and participations of a survey again, in random order and with new ids of responses. Afterwards
 * neither the order of rows nor the transaction that wrote them reveals when a person answered. The caller has locked
 * the survey, so that no response is submitted in the meantime.
 */
export async function shuffleRows(tx: TenantTransaction, surveyId: string): Promise<void> {
  await tx.execute(sql`
    with removed as (delete from survey_responses where survey_id = ${surveyId} returning *)
    insert into survey_responses (id, tenant_id, survey_id, respondent, user_id, segment_id, answers)
    select substr(replace(gen_random_uuid()::text, '-', ''), 17), tenant_id, survey_id, respondent, user_id, segment_id, answers
    from removed order by gen_random_uuid()`);
  await tx.execute(sql`
    with removed as (delete from survey_participations where survey_id = ${surveyId} returning *)
    insert into survey_participations
      (tenant_id, survey_id, user_id, segment_id, answered_on, draft, draft_at, reminders, reminded_at, ticket_request)
    select tenant_id, survey_id, user_id, segment_id, answered_on, draft, draft_at, reminders, reminded_at, ticket_request
    from removed order by gen_random_uuid()`);
}
