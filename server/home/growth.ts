import type { Growth } from '#contract/home.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';

const WEEKS = 12;

/** The viewer's activity in each of the last weeks, in their time zone, and current totals (decision 0027). */
export async function readGrowth(
  tx: TenantTransaction,
  { userId, timeZone }: Viewer,
  thisMonday: Date,
): Promise<Growth> {
  const mondays = Array.from({ length: WEEKS }, (_, index) => {
    const day = new Date(thisMonday);
    day.setUTCDate(day.getUTCDate() - 7 * (WEEKS - 1 - index));
    return day.toISOString().slice(0, 10);
  });
  // One day before the first Monday in UTC covers the first week of every time zone.
  const since = new Date(new Date(`${mondays[0]}T00:00:00Z`).getTime() - 86_400_000).toISOString();
  const weekOf = (column: string) =>
    sql`to_char(date_trunc('week', ${sql.raw(column)} at time zone ${timeZone}), 'YYYY-MM-DD')`;
  const { rows } = await tx.execute<{ kind: string; week: string; n: number }>(sql`
    select 'steps' as kind, ${weekOf('r.done_at')} as week, count(*)::int as n
      from enrolments as e join step_records as r on r.enrolment_id = e.id
      where e.user_id = ${userId} and r.state = 'done' and r.done_at >= ${since} group by 2
    union all
    select 'topics', ${weekOf('c.completed_at')}, count(*)::int
      from enrolments as e join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null
      where e.user_id = ${userId} and c.completed_at >= ${since} group by 2
    union all
    select 'notes', ${weekOf('n.at')}, count(*)::int
      from objectives as o join objective_notes as n on n.objective_id = o.id
      where o.owner_id = ${userId} and n.at >= ${since} group by 2
    union all
    select 'completed', '', count(*)::int
      from enrolments as e join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null
      where e.user_id = ${userId}
    union all
    select 'chosen', '', count(*)::int
      from enrolments as e join goals as g on g.enrolment_id = e.id and g.removed_at is null
      where e.user_id = ${userId} and e.state not in ('declined', 'withdrawn')
    union all
    select o.state || case when o.is_at_risk then ' at risk' else '' end, '', count(*)::int
      from objectives as o where o.owner_id = ${userId} group by 1`);
  const count = (kind: string, week = '') =>
    rows.find((row) => row.kind === kind && row.week === week)?.n ?? 0;
  const atRisk = count('active at risk');
  return {
    weeks: mondays.map((weekOf) => ({
      weekOf,
      steps: count('steps', weekOf),
      topics: count('topics', weekOf),
      notes: count('notes', weekOf),
    })),
    topicsCompleted: count('completed'),
    topicsChosen: count('chosen'),
    objectives: { active: count('active') + atRisk, achieved: count('achieved'), atRisk },
  };
}
