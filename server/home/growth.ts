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

/** How often something happened in a week that begins on this Monday. An empty week: before the first week, or at any time. */
export interface GrowthCount {
  kind: 'steps' | 'topics' | 'notes' | 'chosen';
  week: string;
  n: number;
}

/** A person's activity by week in their time zone since that day, completed topics before it, and chosen topics, as JSON. */
export const growthCounts = ({ user, timeZone, since }: Record<'user' | 'timeZone' | 'since', string>) => `
  select json_build_object('kind', kind, 'week', week, 'n', count(*)) from (
    select kind, case when at >= ${since}
      then to_char(date_trunc('week', at at time zone ${timeZone}), 'YYYY-MM-DD') else '' end as week
    from (
      select 'steps' as kind, r.done_at as at from enrolments as e join step_records as r on r.enrolment_id = e.id
        where e.user_id = ${user} and r.state = 'done' and r.done_at >= ${since}
      union all
      select 'topics', c.completed_at
        from enrolments as e join topic_completions as c on c.enrolment_id = e.id and c.reopened_at is null
        where e.user_id = ${user}
      union all
      select 'notes', n.at from objectives as o join objective_notes as n on n.objective_id = o.id
        where o.owner_id = ${user} and n.at >= ${since}
      union all
      select 'chosen', null from enrolments as e join goals as g on g.enrolment_id = e.id and g.removed_at is null
        where e.user_id = ${user} and e.state not in ('declined', 'withdrawn')) as events) as dated
  group by kind, week`;

/**
 * The viewer's activity in each of the last weeks and current totals, computed from the rows of `growthCounts`
 * (decision 0027).
 */
export function growthOf(
  counts: readonly GrowthCount[],
  objectives: readonly { state: string; isAtRisk: boolean }[],
  thisMonday: Date,
): Growth {
  const count = (kind: GrowthCount['kind'], week: string) =>
    counts.find((one) => one.kind === kind && one.week === week)?.n ?? 0;
  const active = objectives.filter(({ state }) => state === 'active');
  return {
    weeks: mondaysUntil(thisMonday).map((weekOf) => ({
      weekOf,
      steps: count('steps', weekOf),
      topics: count('topics', weekOf),
      notes: count('notes', weekOf),
    })),
    topicsCompleted: counts.reduce((sum, { kind, n }) => (kind === 'topics' ? sum + n : sum), 0),
    topicsChosen: count('chosen', ''),
    objectives: {
      active: active.length,
      achieved: objectives.filter(({ state }) => state === 'achieved').length,
      atRisk: active.filter(({ isAtRisk }) => isAtRisk).length,
    },
  };
}
