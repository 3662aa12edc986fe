import { type SQL, sql } from '#server/db/drizzle.ts';

/**
 * SQL: requests to join that wait for an answer, as `r`, with the person as `u`. A person who got into the
 * program another way, or who left the organisation, no longer waits.
 */
export const OPEN_REQUESTS = `join_requests as r join users as u on u.id = r.user_id and u.status = 'active'
  and r.answered_at is null
  and not exists (select from enrolments as e where e.program_id = r.program_id and e.user_id = r.user_id)`;

export const countOpenRequests = (programId: SQL) =>
  sql`select count(*)::int from ${sql.raw(OPEN_REQUESTS)} where r.program_id = ${programId}`;
