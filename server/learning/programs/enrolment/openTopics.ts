import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

export interface OpenTopicRow extends Record<string, unknown> {
  programId: string;
  programName: string;
  topicId: string;
  title: string;
  behaviorName: string;
  description: string;
  minutes: number;
  practices: number;
  challenges: number;
  completions: number;
}

/** Topics of the person's active programs that they have neither selected nor completed. */
export async function findOpenTopics(tx: TenantTransaction, userId: number): Promise<OpenTopicRow[]> {
  const { rows } = await tx.execute<OpenTopicRow>(sql`
    select e.program_id as "programId", p.name as "programName", t.id as "topicId", t.title,
      t.behavior_name as "behaviorName", t.description,
      coalesce(sum(s.minutes) filter (where s.required), 0)::int as minutes,
      count(*) filter (where s.kind = 'practice')::int as practices,
      count(*) filter (where s.kind = 'challenge')::int as challenges,
      (select count(*)::int from topic_completions as c where c.topic_id = t.id and c.reopened_at is null) as completions
    from enrolments as e
    join programs as p on p.id = e.program_id and p.status = 'active'
    join program_topics as pt on pt.program_id = e.program_id
    join topics as t on t.id = pt.topic_id and t.retired_at is null
    join topic_steps as s on s.topic_id = t.id and s.n = (select max(v.n) from topic_versions as v where v.topic_id = t.id)
    where e.user_id = ${userId} and e.state in ('accepted', 'choosing', 'active', 'ready_to_finish')
      and not exists (select from goals as g where g.enrolment_id = e.id and g.topic_id = t.id and g.removed_at is null)
      and not exists (select from topic_completions as c where c.enrolment_id = e.id and c.topic_id = t.id)
    group by e.program_id, p.name, t.id, t.title, t.behavior_name, t.description
    order by t.title, t.id`);
  return rows;
}
