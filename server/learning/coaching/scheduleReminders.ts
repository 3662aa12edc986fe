import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * Reminds learners who have selected a topic with an open session step, have someone to meet, and have neither planned nor
 * proposed a session: at most once a week, and not in their first days.
 */
export async function remindToSchedule(tx: TenantTransaction, now: Date) {
  const { rows } = await tx.execute<{
    enrolment_id: string;
    user_id: number;
    program_id: string;
    program_name: string;
  }>(sql`
    select e.id as enrolment_id, e.user_id, p.id as program_id, p.name as program_name
    from enrolments as e
    join programs as p on p.id = e.program_id and p.status = 'active'
    join users as u on u.id = e.user_id and u.status = 'active'
    where e.state in ('active', 'ready_to_finish')
      and e.joined_at < ${new Date(now.getTime() - WEEK_MS)}
      and (e.coach_id is not null or (p.manager_visible and u.manager_id is not null))
      and not exists (select from coaching_sessions as c
        where c.enrolment_id = e.id and c.state in ('proposed', 'scheduled'))
      and exists (select from goals as g
        join topic_steps as s on s.topic_id = g.topic_id and s.kind = 'session' and s.required
          and s.n = coalesce(
            (select pin.n from enrolment_topics as pin where pin.enrolment_id = e.id and pin.topic_id = g.topic_id),
            (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))
        left join step_records as r on r.enrolment_id = e.id and r.step_key = s.step_key
        where g.enrolment_id = e.id and g.removed_at is null and coalesce(r.state, 'none') not in ('done', 'waived')
          and not exists (select from topic_completions as t
            where t.enrolment_id = e.id and t.topic_id = g.topic_id and t.reopened_at is null))`);
  const week = Math.floor(now.getTime() / WEEK_MS);
  await enqueueNotifications(
    tx,
    rows.map((row) => ({
      receiverId: row.user_id,
      dedupeKey: `schedule-session:${row.enrolment_id}:${week}`,
      body: {
        notificationType: 'SCHEDULE_SESSION_REMINDER',
        payload: { programId: row.program_id, programName: row.program_name },
      },
    })),
    now,
  );
}
