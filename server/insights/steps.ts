import type { StepFigures } from '#contract/insights/insights.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import { stepChanges } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { type FactsScope, queryFacts } from './facts.ts';

/**
 * Common table expressions after those of the facts. `standing`: for each person with an open required step, the first
 * such step in the order of the program's topics and their steps.
 */
export const standingSql = ({ asOf }: FactsScope): SQL => sql`finished as materialized (
    select m.id, x.step_key from ${stepChanges} as x join member as m on m.id = x.enrolment_id
    where x.at <= ${asOf.toISOString()}::timestamptz group by 1, 2 having sum(x.done) > 0
  ), standing as materialized (
    -- The minimum text starts with the positions of topic and step, and ends with the step.
    select c.id, substr(min((to_char(pt.position, 'FM00000') || to_char(s.position, 'FM00000') || s.step_key) collate "C"), 11) as step_key
    from chosen as c
    join member as m on m.id = c.id
    join program_topics as pt on pt.program_id = m.program_id and pt.topic_id = c.topic_id
    join topic_steps as s on s.topic_id = c.topic_id and s.n = c.n and s.required
    left join finished as d on d.id = c.id and d.step_key = s.step_key
    where d.step_key is null group by c.id
  )`;

/** The current steps of the learners of a program. A separate query, because it reads each step of each learner. */
export async function readStepFigures(tx: TenantTransaction, scope: FactsScope): Promise<StepFigures> {
  const data = await queryFacts<StepFigures['data'][number]>(
    tx,
    scope,
    sql`, ${standingSql(scope)}, step_name as (
      select distinct on (step_key) step_key, topic_id, title from topic_steps
      where topic_id in (select topic_id from newest) order by step_key, n desc
    )
    select n.topic_id as "topicId", t.title as "topicTitle", n.step_key as "stepKey", n.title,
      count(*)::int as learners, (count(*) filter (where f.reason is not null))::int as stalled
    from facts as f
    join standing as s on s.id = f.id
    join step_name as n on n.step_key = s.step_key
    join topics as t on t.id = n.topic_id
    where f.is_learner group by 1, 2, 3, 4 order by stalled desc, learners desc, n.title, n.step_key`,
  );
  return { data };
}
