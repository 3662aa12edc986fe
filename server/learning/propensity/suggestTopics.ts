import { type Facet, facets, type TopicSuggestion } from '#contract/learning/propensity.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

const SUGGESTIONS = 3;

interface TopicRow extends Record<string, unknown> {
  programId: string;
  programName: string;
  topicId: string;
  title: string;
  minutes: number;
  practices: number;
  challenges: number;
  completions: number;
}

/** Topics of the person's active programs that they have neither selected nor completed. */
async function findOpenTopics(tx: TenantTransaction, userId: number): Promise<TopicRow[]> {
  const { rows } = await tx.execute<TopicRow>(sql`
    select e.program_id as "programId", p.name as "programName", t.id as "topicId", t.title,
      sum(s.minutes)::int as minutes,
      count(*) filter (where s.kind = 'practice')::int as practices,
      count(*) filter (where s.kind = 'challenge')::int as challenges,
      (select count(*)::int from topic_completions as c where c.topic_id = t.id and c.reopened_at is null) as completions
    from enrolments as e
    join programs as p on p.id = e.program_id and p.status = 'active'
    join program_topics as pt on pt.program_id = e.program_id
    join topics as t on t.id = pt.topic_id and t.retired_at is null
    join topic_steps as s on s.topic_id = t.id and s.n = (select max(v.n) from topic_versions as v where v.topic_id = t.id)
    where e.user_id = ${userId} and e.state in ('accepted', 'choosing', 'active')
      and not exists (select from goals as g where g.enrolment_id = e.id and g.topic_id = t.id and g.removed_at is null)
      and not exists (select from topic_completions as c where c.enrolment_id = e.id and c.topic_id = t.id)
    group by e.program_id, p.name, t.id, t.title
    order by t.title, t.id`);
  return rows;
}

/** What makes a topic a good start for a person with a weak facet: the smallest value is best. */
const ORDER: Record<Facet, (topic: TopicRow) => number> = {
  will: ({ completions }) => -completions,
  trust: ({ challenges, minutes }) => -challenges * 1_000 + minutes,
  room: ({ minutes }) => minutes,
  plan: ({ practices, minutes }) => -practices * 1_000 + minutes,
};

/** Up to 3 topics, one for each of the weakest facets. The reason is a rule that the person can check. */
export async function suggestTopics(
  tx: TenantTransaction,
  userId: number,
  scores: Record<Facet, number>,
): Promise<TopicSuggestion[]> {
  const open = await findOpenTopics(tx, userId);
  const weakest = [...facets].sort((a, b) => scores[a] - scores[b]).slice(0, SUGGESTIONS);
  const taken = new Set<string>();
  return weakest.flatMap((facet) => {
    const [best] = open
      .filter(({ topicId }) => !taken.has(topicId))
      .sort((a, b) => ORDER[facet](a) - ORDER[facet](b));
    if (!best) return [];
    taken.add(best.topicId);
    const { programId, programName, topicId, title, minutes, practices, challenges, completions } = best;
    return [{ facet, programId, programName, topicId, title, minutes, practices, challenges, completions }];
  });
}
