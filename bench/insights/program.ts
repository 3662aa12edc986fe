import type { Pool } from 'pg';
import pino from 'pino';
import { populate } from '#bench/api/population.ts';
import { sql } from '#server/db/drizzle.ts';
import { asOwner } from '#server/db/withTenant.ts';
import type { RunningJob } from '#server/jobs/index.ts';
import { registerLaunch } from '#server/learning/programs/setup/launch.ts';

export const TENANT = 102;
export const PROGRAM = 'p102launch000001';

/** An organisation with a program for all of its people, before the launch. */
export async function createProgram(pool: Pool, people: number) {
  await populate(pool, TENANT, people);
  await asOwner(pool, TENANT, async (tx) => {
    await tx.execute(sql`insert into programs (id, tenant_id, name, purpose, status, audience_everyone, due_days, owner_id,
        launched_by, launched_at, launch_total, coach_ids)
      select ${PROGRAM}, ${TENANT}, 'Launched', 'To measure', 'active', true, 90, min(id), min(id), now(), ${people},
        (select array_agg(id) from (select id from users order by id limit 50) as coach)
      from users`);
    await tx.execute(sql`insert into program_topics (tenant_id, program_id, topic_id, position)
      select ${TENANT}, ${PROGRAM}, id, row_number() over (order by id) from (select id from topics order by id limit 8) as topic`);
  });
}

/** The product's launch job, without the queue. */
export async function launch(pool: Pool) {
  let run: ((job: RunningJob<{ programId: string }>) => Promise<void>) | undefined;
  registerLaunch(
    {
      register: (_kind, handler) => {
        run = handler as unknown as typeof run;
      },
    },
    { pool, now: () => new Date(Date.now() - 60 * 24 * 60 * 60_000), wakeOutbox: () => {} },
    pino({ level: 'silent' }),
  );
  await run?.({
    tenantId: TENANT,
    payload: { programId: PROGRAM },
    signal: new AbortController().signal,
  } as never);
}

/**
 * 4 of 5 people accepted, chose 2 topics and did up to 6 steps in the following 8 weeks; 1 in 10 completed the program.
 * Half held a session, a quarter have one in the calendar, an eighth wait for an answer, and a third sent a
 * check-in.
 */
export async function addProgress(pool: Pool) {
  await asOwner(pool, TENANT, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`update enrolments set invited_at = joined_at, joined_at = joined_at + make_interval(hours => user_id % 200),
        state = case when user_id % 10 = 3 then 'completed' else 'active' end,
        finished_at = case when user_id % 10 = 3 then joined_at + interval '50 days' end
      where program_id = ${PROGRAM} and user_id % 5 <> 0`);
    await tx.execute(sql`insert into enrolment_topics (tenant_id, enrolment_id, topic_id, n)
      select e.tenant_id, e.id, pt.topic_id, 1 from enrolments as e join program_topics as pt on pt.program_id = e.program_id
      where e.program_id = ${PROGRAM} and e.state <> 'invited'`);
    await tx.execute(sql`insert into goals (id, tenant_id, enrolment_id, topic_id, selected_at)
      select substr(md5(e.id || pt.position), 1, 16), e.tenant_id, e.id, pt.topic_id, e.joined_at
      from enrolments as e join program_topics as pt on pt.program_id = e.program_id
        and pt.position in (1 + e.user_id % 8, 1 + (e.user_id + 3) % 8)
      where e.program_id = ${PROGRAM} and e.state <> 'invited'`);
    await tx.execute(sql`insert into step_records (tenant_id, enrolment_id, step_key, state, done_at, updated_at, count)
      select e.tenant_id, e.id, s.step_key, 'done', at, at, 1
      from enrolments as e join goals as g on g.enrolment_id = e.id join topic_steps as s on s.topic_id = g.topic_id
      cross join lateral (select e.joined_at + make_interval(days => e.user_id % 9 * s.position) as at) as time
      where e.program_id = ${PROGRAM} and (e.state = 'completed' or s.position <= e.user_id % 4)`);
    await tx.execute(sql`insert into topic_completions (tenant_id, enrolment_id, topic_id, completed_at)
      select e.tenant_id, e.id, g.topic_id, e.finished_at from enrolments as e join goals as g on g.enrolment_id = e.id
      where e.program_id = ${PROGRAM} and e.state = 'completed'`);
    await tx.execute(sql`insert into topic_confirmations (id, tenant_id, enrolment_id, topic_id, asked_at)
      select substr(md5('c' || g.id), 1, 16), g.tenant_id, e.id, g.topic_id, e.joined_at + interval '20 days'
      from enrolments as e join goals as g on g.enrolment_id = e.id
      where e.program_id = ${PROGRAM} and e.state = 'active' and e.user_id % 8 = 1`);
    await tx.execute(sql`insert into coaching_sessions (id, tenant_id, enrolment_id, learner_id, peer_id, kind, minutes, state,
        starts_at, confirmed_at, ended_at, created_at, created_by)
      select substr(md5(e.id || n), 1, 16), e.tenant_id, e.id, e.user_id, e.coach_id, 'remote', 30,
        case when n < 3 then 'held' else 'scheduled' end, at, e.joined_at, case when n < 3 then at + interval '30 minutes' end,
        e.joined_at, e.user_id
      from enrolments as e cross join generate_series(1, 3) as n
      cross join lateral (select case when n < 3 then e.joined_at + make_interval(days => 5 * n + e.user_id % 30)
        else now() + interval '5 days' end as at) as time
      where e.program_id = ${PROGRAM} and e.state = 'active' and e.coach_id is not null
        and e.user_id % 4 < case when n < 3 then 2 else 1 end`);
    await tx.execute(sql`insert into check_ins (id, tenant_id, user_id, week, version, state, answers, sent_at, created_at, updated_at)
      select substr(md5('k' || user_id || ago), 1, 16), tenant_id, user_id, date_trunc('week', now())::date - 7 * ago, 1, 'submitted',
        jsonb_build_object('mood', jsonb_build_object('value', 1 + (user_id + ago) % 5)), now() - make_interval(weeks => ago), now(), now()
      from enrolments cross join generate_series(1, 4) as ago
      where program_id = ${PROGRAM} and state = 'active' and user_id % 3 = 0`);
    await tx.execute(sql`insert into program_reminders (tenant_id, enrolment_id, sent_at, sent_by, reason)
      select tenant_id, id, now() - interval '3 days', (select min(id) from users), 'no_step' from enrolments
      where program_id = ${PROGRAM} and state = 'active' and user_id % 10 = 1`);
  });
}
