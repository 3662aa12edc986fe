import type { CoachingActions } from '#contract/learning/coachingActions.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findParticipants } from '#server/people/index.ts';
import { findDocument, findKeys } from './documents.ts';

/** How many of the last sessions with each person are searched for actions, and how far back. */
const SESSIONS_OF_PAIR = 3;
const DAYS = 90;
const MAX_SESSIONS = 30;

/** The encrypted shared notes of the last sessions of a person, newest first. */
export async function findRecentNotes(
  tx: TenantTransaction,
  userId: number,
  now: Date,
): Promise<CoachingActions> {
  const { rows } = await tx.execute<{
    id: string;
    program_id: string;
    program_name: string;
    learner_id: number;
    other_id: number;
    starts_at: string | Date | null;
  }>(sql`
    select * from (
      select s.id, p.id as program_id, p.name as program_name, s.learner_id, s.starts_at,
        case when s.learner_id = ${userId} then s.peer_id else s.learner_id end as other_id,
        row_number() over (partition by s.learner_id, s.peer_id order by s.starts_at desc) as n
      from coaching_sessions as s
      join coaching_documents as d on d.session_id = s.id and d.owner_id is null
      join enrolments as e on e.id = s.enrolment_id
      join programs as p on p.id = e.program_id
      where (s.learner_id = ${userId} or s.peer_id = ${userId}) and s.state not in ('proposed', 'cancelled')
        and s.starts_at > ${now}::timestamptz - make_interval(days => ${DAYS})
        -- Only the next of the coming sessions, because only a few sessions of each pair are read.
        and not exists (select from coaching_sessions as earlier
          where earlier.learner_id = s.learner_id and earlier.peer_id = s.peer_id and earlier.state = 'scheduled'
            and earlier.starts_at > ${now}::timestamptz and earlier.starts_at < s.starts_at)) as recent
    where n <= ${SESSIONS_OF_PAIR} order by starts_at desc limit ${MAX_SESSIONS}`);
  const people = await findParticipants(
    tx,
    rows.map(({ other_id }) => other_id),
  );
  const own = await findKeys(tx, { me: userId, other: userId });
  const sessions: CoachingActions['sessions'] = [];
  for (const row of rows) {
    const pair = { me: userId, other: row.other_id };
    const keys = await findKeys(tx, pair);
    const shared = await findDocument(tx, { sessionId: row.id, ownerId: null }, pair, keys);
    const other = people.get(row.other_id);
    if (shared?.envelope && other)
      sessions.push({
        sessionId: row.id,
        programId: row.program_id,
        programName: row.program_name,
        learnerId: row.learner_id,
        startsAt: row.starts_at === null ? null : new Date(row.starts_at).toISOString(),
        other,
        otherKey: keys.other?.publicKey ?? null,
        shared,
      });
  }
  return { myKey: own.mine && { publicKey: own.mine.publicKey }, sessions };
}
