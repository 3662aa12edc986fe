import { HELD_AFTER_SECONDS } from '#contract/learning/coachingRoom.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { reportOutcome } from './changeSession.ts';
import type { SessionMailDeps } from './sessionMail.ts';

/**
 * A remote session expires if the two people did not meet in its room and neither said that it took place. Any other session
 * expires unless both people said so or one of them reported a no-show.
 */
const EXPIRES_AFTER = { room: '2 hours', answer: '14 days' };
/** The time for the wrap-up. */
const COMPLETED_AFTER = '72 hours';

/** Expires missed sessions and proposals that no one answered, and completes held ones whose wrap-up time is over. */
export async function closeSessions(
  { pool }: Pick<SessionMailDeps, 'pool'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  await inEachOrganisation(pool, signal, async (tx) => {
    await holdMeetings(tx, now);
    const hasNoTimes = sql`not exists (select from coaching_proposals as c
      where c.tenant_id = s.tenant_id and c.session_id = s.id and c.starts_at > ${now})`;
    await tx.execute(sql`
      with gone as (
        update coaching_sessions as s set state = 'expired', ended_at = ${now}, proposed_by = null, proposed_at = null
        where s.state = 'proposed' and ${hasNoTimes}
          or s.state = 'scheduled' and s.starts_at + make_interval(mins => s.minutes) < ${now}::timestamptz
            - case when s.kind = 'remote' and s.held_by = '{}' and not exists (select from coaching_rooms as r
                where r.tenant_id = s.tenant_id and r.session_id = s.id and r.met_at is not null)
              then ${EXPIRES_AFTER.room}::interval else ${EXPIRES_AFTER.answer}::interval end
        returning s.id
      ) delete from coaching_proposals where session_id in (select id from gone)`);
    // A session whose other proposed times have all passed keeps its confirmed time.
    await tx.execute(sql`
      with kept as (
        update coaching_sessions as s set proposed_by = null, proposed_at = null
        where s.state = 'scheduled' and s.proposed_by is not null and ${hasNoTimes}
        returning s.id
      ) delete from coaching_proposals where session_id in (select id from kept)`);
    await tx
      .update(coachingSessions)
      .set({ state: 'completed' })
      .where(
        and(
          eq(coachingSessions.state, 'held'),
          sql`${coachingSessions.endedAt} < ${now}::timestamptz - ${COMPLETED_AFTER}::interval`,
        ),
      );
  });
}

/** Meetings that were long enough and not finished count as held. */
async function holdMeetings(tx: TenantTransaction, now: Date): Promise<void> {
  const { rows } = await tx.execute<{
    id: string;
    learner_id: number;
    peer_id: number;
    held_by: number[];
  }>(sql`
    select s.id, s.learner_id, s.peer_id, s.held_by from coaching_sessions as s
    join coaching_rooms as r on r.tenant_id = s.tenant_id and r.session_id = s.id
    where s.state = 'scheduled' and r.together_seconds >= ${HELD_AFTER_SECONDS}
      and s.starts_at + make_interval(mins => s.minutes) < ${now}::timestamptz - ${EXPIRES_AFTER.room}::interval`);
  for (const { id, learner_id, peer_id, held_by } of rows)
    for (const userId of [learner_id, peer_id])
      if (!held_by.includes(userId)) await reportOutcome(tx, { viewer: { userId }, now }, id, 'held');
}

/** A held session is completed when both people have sent their feedback. */
export async function completeAfterWrapUp(tx: TenantTransaction, sessionId: string): Promise<void> {
  await tx
    .update(coachingSessions)
    .set({ state: 'completed' })
    .where(
      and(
        eq(coachingSessions.id, sessionId),
        eq(coachingSessions.state, 'held'),
        sql`(select count(*) from coaching_feedback as f where f.session_id = ${sessionId}) = 2`,
      ),
    );
}
