import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** SQL: a selected topic of the enrolment `e` has an open session step. */
const HAS_OPEN_STEP = sql`exists (select from goals as g
  join topic_steps as s on s.topic_id = g.topic_id and s.kind = 'session' and s.required
    and s.n = coalesce(
      (select pin.n from enrolment_topics as pin where pin.enrolment_id = e.id and pin.topic_id = g.topic_id),
      (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))
  left join step_records as r on r.enrolment_id = e.id and r.step_key = s.step_key
  where g.enrolment_id = e.id and g.removed_at is null and coalesce(r.state, 'none') not in ('done', 'waived')
    and not exists (select from topic_completions as t
      where t.enrolment_id = e.id and t.topic_id = g.topic_id and t.reopened_at is null))`;

/**
 * SQL: the next session of the enrolment `e` is due. Until the planned number of sessions was held, the
 * interval in the coaching plan of the program `p` decides. After that, or without a plan, open session steps
 * decide.
 */
const isSessionDue = (now: Date) => sql`(
  select case when count(*) < p.planned_sessions
    then coalesce(max(c.starts_at), e.joined_at) <= ${now.toISOString()}::timestamptz - make_interval(days => p.session_every_days)
    else ${HAS_OPEN_STEP} end
  from coaching_sessions as c where c.enrolment_id = e.id and c.state in ('held', 'completed'))`;

/**
 * Reminds learners who have someone to meet, and have neither planned nor proposed a session: when the coaching plan of their
 * program asks for the next one, or else when a selected topic has an open session step. At most once a week, and not in their
 * first days.
 */
export async function remindToSchedule(tx: TenantTransaction, now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS);
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
    where e.state in ('choosing', 'active', 'ready_to_finish')
      and e.joined_at < ${new Date(now.getTime() - WEEK_MS)}
      and (e.coach_id is not null or (p.manager_visible and u.manager_id is not null))
      and not exists (select from coaching_sessions as c
        where c.enrolment_id = e.id and c.state in ('proposed', 'scheduled'))
      and ${isSessionDue(now)}
      and not exists (select from notifications_outbox as n where n.tenant_id = e.tenant_id and n.dedupe_key = any(
        array(select 'schedule-session:' || e.id || ':' || day from generate_series(${today - 6}::int, ${today}::int) as day)))`);
  await enqueueNotifications(
    tx,
    rows.map((row) => ({
      receiverId: row.user_id,
      dedupeKey: `schedule-session:${row.enrolment_id}:${today}`,
      body: {
        notificationType: 'SCHEDULE_SESSION_REMINDER',
        payload: { programId: row.program_id, programName: row.program_name },
      },
    })),
    now,
  );
}
