import { propensityBands, type ReadinessDistribution } from '#contract/learning/propensity.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

const QUARTERS = 4;

/** The first day of each of the last full quarters, oldest first, and the first day after them. */
export function fullQuarters(now: Date): string[] {
  const first = Math.floor(now.getUTCMonth() / 3) * 3;
  return Array.from({ length: QUARTERS + 1 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), first - 3 * (QUARTERS - index), 1)).toISOString().slice(0, 10),
  );
}

/**
 * Scores of the organisation in bands, for full quarters only: a quarter that is over does not change, so no
 * two figures of it can be compared. Too few people, and people who are all in one band, are shown as if no
 * one had answered.
 */
export async function readDistribution(tx: TenantTransaction, now: Date): Promise<ReadinessDistribution> {
  const { minGroupSize } = await readSettings(tx);
  const days = fullQuarters(now);
  const { rows } = await tx.execute<{ quarter: string; score: number }>(sql`
    select distinct on (quarter, user_id) to_char(date_trunc('quarter', answered_at at time zone 'UTC'), 'YYYY-MM-DD') as quarter, score
    from propensity_results
    where answered_at >= ${days[0]}::timestamp at time zone 'UTC' and answered_at < ${days.at(-1)}::timestamp at time zone 'UTC'
    order by quarter, user_id, answered_at desc`);
  return {
    smallestGroup: minGroupSize,
    quarters: days.slice(0, -1).map((from) => {
      const scores = rows.filter(({ quarter }) => quarter === from).map(({ score }) => score);
      const counts = propensityBands.map(
        ({ from: low, to: high }) => scores.filter((score) => score >= low && score <= high).length,
      );
      const isShown = scores.length >= minGroupSize && counts.filter((count) => count > 0).length > 1;
      return { from, figures: isShown ? { people: scores.length, counts } : null };
    }),
  };
}
