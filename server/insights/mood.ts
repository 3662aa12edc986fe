import { protectMean, type RatingPart } from '#contract/insights/figures.ts';
import type { Insights } from '#contract/insights/insights.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { preferHashJoins } from './facts.ts';
import type { InsightsScope } from './scope.ts';

const PERIODS = 8;
/** Includes 1 day for people whose day ends later than in UTC. They can change their answers until then. */
const PERIOD_DAYS = { weekly: 8, 'two-weeks': 15, monthly: 32 } as const;

interface Row extends RatingPart, Record<string, unknown> {
  week: string;
  isErased: boolean;
}

/**
 * The mood of the participants by check-in period, for administrators. Answers of individual people are confidential,
 * so the figures exist for the whole program only, for periods that have ended, and from answers that were sent in
 * time: they change neither with a filter nor with a later day. People who take part in several programs are counted
 * separately, so that the figures of all programs together say nothing about fewer than `minGroupSize` people
 * (decisions 0063 and 0081).
 */
export async function readMood(tx: TenantTransaction, scope: InsightsScope): Promise<Insights['mood']> {
  const { programId, asOf, managerIds, departmentIds, minGroupSize: k } = scope;
  if (managerIds !== null || departmentIds !== null) return null;
  const days = PERIOD_DAYS[(await readSettings(tx)).checkInCadence];
  await preferHashJoins(tx);
  const { rows } = await tx.execute<Row>(sql`
    with answer as materialized (
      select c.week, c.user_id, (c.answers->'mood'->>'value')::int as mood from check_ins as c
      where c.state = 'submitted' and not c.was_late and c.answers->'mood'->>'value' is not null
        and c.week + ${days}::int <= (${asOf.toISOString()}::timestamptz at time zone 'UTC')::date
    ), own as materialized (
      select a.* from answer as a where exists (select from enrolments as e where e.program_id = ${programId}
        and e.user_id = a.user_id and e.state not in ('invited', 'declined') and e.joined_at < a.week)
    ), shown as materialized (
      select week from own group by week order by week desc limit ${PERIODS}
    ), part as materialized (
      select distinct a.week, a.user_id, a.mood, e.program_id
      from answer as a join shown on shown.week = a.week
      join enrolments as e on e.user_id = a.user_id and e.state not in ('invited', 'declined') and e.joined_at < a.week
      join programs as p on p.id = e.program_id
      join programs as this on this.id = ${programId} and (p.created_at, p.id) < (this.created_at, this.id)
    ), near as (
      select p.week, p.program_id from part as p left join own as o on o.week = p.week and o.user_id = p.user_id
      group by 1, 2 having count(o.user_id) > 0 and count(*) >= ${k}
    ), gone as materialized (
      select e.joined_at, u.erased_at from users as u join enrolments as e on e.user_id = u.id
      where u.erased_at is not null and e.program_id = ${programId}
    ), signature as (
      select p.week, p.user_id, array_agg(p.program_id order by p.program_id) as programs
      from part as p join near on near.week = p.week and near.program_id = p.program_id group by 1, 2
    )
    select to_char(a.week, 'YYYY-MM-DD') as week, o.user_id is not null as "isOwn", count(*)::int as n, sum(a.mood)::int as sum,
      min(a.mood) as low, max(a.mood) as high,
      exists (select from gone as g where g.joined_at < a.week and g.erased_at >= a.week) as "isErased"
    from answer as a join shown on shown.week = a.week
    left join own as o on o.week = a.week and o.user_id = a.user_id
    left join signature as s on s.week = a.week and s.user_id = a.user_id
    where o.user_id is not null or s.user_id is not null
    group by a.week, 2, s.programs order by a.week`);
  return {
    k,
    weeks: [...Map.groupBy(rows, ({ week }) => week)].map(([week, parts]) => ({
      week,
      figure: parts.some(({ isErased }) => isErased) ? { kind: 'protected' } : protectMean(parts, k),
    })),
  };
}
