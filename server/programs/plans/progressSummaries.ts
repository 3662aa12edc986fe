import type { ProgramSummary } from '#contract/programs.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** Summary figures of one enrolment, used to rank and list large teams. */
export interface ProgressSummary {
  enrolmentId: string;
  userId: number;
  programId: string;
  programName: string;
  enrolment: ProgramSummary['enrolment'];
  dueOn: string | null;
  joinedAt: Date;
  lastActiveAt: Date | null;
  /** Required steps of the selected topics. */
  done: number;
  total: number;
  /** Number of topics whose steps are done but which are not completed yet. */
  ready: number;
  /** Topics that the viewer is asked to confirm, oldest first. */
  asked: { topicId: string; title: string; askedAt: string }[];
}

/**
 * One row per enrolment of the viewer's reports or coachees in programs they may see. One query counts the same rows as
 * the learner's page, because a manager may have hundreds of reports (decision 0027).
 */
export async function findProgressSummaries(
  tx: TenantTransaction,
  viewerId: number,
  relation: 'manager' | 'coach' = 'manager',
): Promise<ProgressSummary[]> {
  const isVisible =
    relation === 'manager'
      ? sql`u.manager_id = ${viewerId} and p.manager_visible`
      : sql`e.coach_id = ${viewerId} and e.state in ('choosing', 'active', 'ready_to_finish')`;
  // The manager also confirms in programs that ask the coach, if the enrolment has no coach.
  const confirms =
    relation === 'manager'
      ? sql`(m.confirmation = 'manager' or (m.confirmation = 'coach' and m.coach_id is null))`
      : sql`m.confirmation = 'coach'`;
  const { rows } = await tx.execute<Row>(sql`
    with visible as (
      select e.id, e.user_id, e.program_id, e.state, e.due_on, e.joined_at, e.coach_id, p.name, p.confirmation
      from enrolments as e
      join users as u on u.id = e.user_id and u.status <> 'deactivated'
      join programs as p on p.id = e.program_id and p.status in ('active', 'closed')
      where ${isVisible}
        and not exists (select from enrolments as later where later.program_id = e.program_id
          and later.user_id = e.user_id and later.cycle > e.cycle)
    ), counted as (
      select m.id, g.topic_id,
        count(*) filter (where s.required)::int as total,
        count(*) filter (where s.required and r.state in ('done', 'waived'))::int as done,
        exists (select from topic_completions as c where c.enrolment_id = m.id and c.topic_id = g.topic_id
          and c.reopened_at is null) as is_completed
      from visible as m
      join goals as g on g.enrolment_id = m.id and g.removed_at is null
      left join enrolment_topics as pin on pin.enrolment_id = m.id and pin.topic_id = g.topic_id
      join topic_steps as s on s.topic_id = g.topic_id
        and s.n = coalesce(pin.n, (select max(v.n) from topic_versions as v where v.topic_id = g.topic_id))
      left join step_records as r on r.enrolment_id = m.id and r.step_key = s.step_key
      group by m.id, g.topic_id
    ), waiting as (
      select c.enrolment_id, c.topic_id, t.title, c.asked_at
      from topic_confirmations as c join visible as m on m.id = c.enrolment_id join topics as t on t.id = c.topic_id
      where c.answered_at is null and m.state in ('active', 'ready_to_finish') and ${confirms}
    )
    select m.id as enrolment_id, m.user_id, m.program_id, m.name as program_name, m.state as enrolment,
      to_char(m.due_on, 'YYYY-MM-DD') as due_on, m.joined_at::text as joined_at,
      greatest(
        (select max(r.updated_at) from step_records as r where r.enrolment_id = m.id),
        (select max(c.completed_at) from topic_completions as c where c.enrolment_id = m.id)
      )::text as last_active_at,
      coalesce(sum(k.done), 0)::int as done,
      coalesce(sum(k.total), 0)::int as total,
      (count(*) filter (where k.total > 0 and k.done = k.total and not k.is_completed
        and not exists (select from topic_confirmations as c where c.enrolment_id = m.id
          and c.topic_id = k.topic_id and c.answered_at is null)))::int as ready,
      (select coalesce(jsonb_agg(jsonb_build_object('topicId', w.topic_id, 'title', w.title, 'askedAt', w.asked_at)
        order by w.asked_at), '[]') from waiting as w where w.enrolment_id = m.id) as asked
    from visible as m left join counted as k on k.id = m.id
    group by m.id, m.user_id, m.program_id, m.name, m.state, m.due_on, m.joined_at
    order by m.due_on, m.name, m.id`);
  return rows.map((row) => ({
    enrolmentId: row.enrolment_id,
    userId: row.user_id,
    programId: row.program_id,
    programName: row.program_name,
    enrolment: row.enrolment,
    dueOn: row.due_on,
    joinedAt: new Date(row.joined_at),
    lastActiveAt: row.last_active_at === null ? null : new Date(row.last_active_at),
    done: row.done,
    total: row.total,
    ready: row.ready,
    asked: row.asked,
  }));
}

interface Row extends Record<string, unknown> {
  enrolment_id: string;
  user_id: number;
  program_id: string;
  program_name: string;
  enrolment: ProgressSummary['enrolment'];
  due_on: string | null;
  joined_at: string;
  last_active_at: string | null;
  done: number;
  total: number;
  ready: number;
  asked: ProgressSummary['asked'];
}

export interface RecentCompletion {
  enrolmentId: string;
  userId: number;
  programId: string;
  programName: string;
  topicId: string;
  title: string;
  completedAt: Date;
}

/** Topics that the manager's reports completed since then, newest first. */
export async function findRecentCompletions(
  tx: TenantTransaction,
  managerId: number,
  since: Date,
  limit: number,
): Promise<RecentCompletion[]> {
  const { rows } = await tx.execute<{
    enrolment_id: string;
    user_id: number;
    program_id: string;
    program_name: string;
    topic_id: string;
    title: string;
    completed_at: string;
  }>(sql`
    select e.id as enrolment_id, e.user_id, e.program_id, p.name as program_name, t.id as topic_id, t.title,
      c.completed_at::text as completed_at
    from users as u
    join enrolments as e on e.user_id = u.id
    join programs as p on p.id = e.program_id and p.status in ('active', 'closed') and p.manager_visible
    join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null and c.completed_at >= ${since.toISOString()}
    join topics as t on t.id = c.topic_id
    where u.manager_id = ${managerId} and u.status <> 'deactivated'
    order by c.completed_at desc, t.id limit ${limit}`);
  return rows.map((row) => ({
    enrolmentId: row.enrolment_id,
    userId: row.user_id,
    programId: row.program_id,
    programName: row.program_name,
    topicId: row.topic_id,
    title: row.title,
    completedAt: new Date(row.completed_at),
  }));
}
