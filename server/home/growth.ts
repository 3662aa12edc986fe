import type { Growth } from '#contract/home.ts';

const WEEKS = 12;

const mondaysUntil = (thisMonday: Date) =>
  Array.from({ length: WEEKS }, (_, index) => {
    const day = new Date(thisMonday);
    day.setUTCDate(day.getUTCDate() - 7 * (WEEKS - 1 - index));
    return day.toISOString().slice(0, 10);
  });

/** One day before the first Monday in UTC, so that the first week is included in every time zone. */
export const growthSince = (thisMonday: Date) =>
  new Date(new Date(`${mondaysUntil(thisMonday)[0]}T00:00:00Z`).getTime() - 86_400_000);

/** A person's activity by week in their time zone since that day, and current totals, as JSON. */
export function growthCounts({ user, timeZone, since }: Record<'user' | 'timeZone' | 'since', string>) {
  const weekOf = (column: string) =>
    `to_char(date_trunc('week', ${column} at time zone ${timeZone}), 'YYYY-MM-DD')`;
  return `select json_build_object('kind', counted.kind, 'week', counted.week, 'n', counted.n) from (
    select 'steps' as kind, ${weekOf('r.done_at')} as week, count(*) as n
      from enrolments as e join step_records as r on r.enrolment_id = e.id
      where e.user_id = ${user} and r.state = 'done' and r.done_at >= ${since} group by 2
    union all
    select 'topics', ${weekOf('c.completed_at')}, count(*)
      from enrolments as e join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null
      where e.user_id = ${user} and c.completed_at >= ${since} group by 2
    union all
    select 'notes', ${weekOf('n.at')}, count(*)
      from objectives as o join objective_notes as n on n.objective_id = o.id
      where o.owner_id = ${user} and n.at >= ${since} group by 2
    union all
    select 'completed', '', count(*)
      from enrolments as e join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null
      where e.user_id = ${user}
    union all
    select 'chosen', '', count(*)
      from enrolments as e join goals as g on g.enrolment_id = e.id and g.removed_at is null
      where e.user_id = ${user} and e.state not in ('declined', 'withdrawn')
    union all
    select o.state || case when o.is_at_risk then ' at risk' else '' end, '', count(*)
      from objectives as o where o.owner_id = ${user} group by 1) as counted`;
}

/**
 * The viewer's activity in each of the last weeks and current totals, computed from the rows of `growthCounts`
 * (decision 0027).
 */
export function growthOf(
  rows: readonly { kind: string; week: string; n: number }[],
  thisMonday: Date,
): Growth {
  const count = (kind: string, week = '') =>
    rows.find((row) => row.kind === kind && row.week === week)?.n ?? 0;
  const atRisk = count('active at risk');
  return {
    weeks: mondaysUntil(thisMonday).map((weekOf) => ({
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
