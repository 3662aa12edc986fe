import { protectMean } from '#contract/insights/figures.ts';
import type { Insights } from '#contract/insights/insights.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { InsightsScope } from './scope.ts';

const PERIODS = 8;
const PERIOD_DAYS = { weekly: 7, 'two-weeks': 14, monthly: 31 } as const;

/**
 * The mood of the participants by check-in period, for administrators. Answers of single people are confidential, so the
 * figures exist for the whole program only, for periods that have ended, and from answers that were sent in time: neither
 * a filter nor a later day changes them, and the difference of two of them says nothing about one person (decision 0063).
 */
export async function readMood(tx: TenantTransaction, scope: InsightsScope): Promise<Insights['mood']> {
  const { programId, asOf, managerId, departmentId, minGroupSize: k } = scope;
  if (managerId !== null || departmentId !== null) return null;
  const days = PERIOD_DAYS[(await readSettings(tx)).checkInCadence];
  const { rows } = await tx.execute<{ week: string; moods: number[] }>(sql`
    select to_char(c.week, 'YYYY-MM-DD') as week, json_agg((c.answers->'mood'->>'value')::int) as moods
    from check_ins as c
    where c.week + ${days}::int <= ${asOf.toISOString()}::timestamptz::date and c.state = 'submitted' and not c.was_late
      and c.answers->'mood'->>'value' is not null
      and exists (select from enrolments as e where e.program_id = ${programId} and e.user_id = c.user_id
        and e.state not in ('invited', 'declined') and e.joined_at < c.week)
    group by c.week order by c.week desc limit ${PERIODS}`);
  return {
    k,
    weeks: rows.toReversed().map(({ week, moods }) => ({ week, figure: protectMean(moods, k) })),
  };
}
