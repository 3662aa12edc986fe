import { useNavigate } from 'react-router-dom';
import {
  type InsightsQuery,
  insightPeopleFilterSchema,
  insightsQuerySchema,
} from '#contract/insights/insights.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { INSIGHTS_PATH, insightsPath } from './insightsPaths.ts';

/** Choices for the comparison: figures from this number of days earlier. */
export const comparisons: readonly number[] = [7, 28, 90];

/** The program, the day, the department and the number whose people are listed. Null for another address. */
export function useInsightsAddress() {
  const navigate = useNavigate();
  const { pathname, search } = useAppSelector(selectLocation);
  const [programId = '', view, ...rest] = pathname.slice(INSIGHTS_PATH.length).split('/').filter(Boolean);
  if (rest.length > 0 || (view !== undefined && view !== 'people') || programId === '') return null;
  const params = Object.fromEntries(new URLSearchParams(search));
  // A value from a wrong link is left out.
  const query: InsightsQuery = {};
  for (const name of ['asOf', 'department'] as const)
    if (params[name] && insightsQuerySchema.safeParse({ [name]: params[name] }).success)
      query[name] = params[name];
  const compare = comparisons.find((days) => String(days) === params.compare) ?? null;
  const open = (values: InsightsQuery, days: number | null) =>
    void navigate(insightsPath(programId, { ...values, compare: days === null ? undefined : String(days) }), {
      replace: true,
    });
  const parsed = insightPeopleFilterSchema.safeParse(params);
  return {
    programId,
    query,
    filter: view === 'people' ? (parsed.success ? parsed.data : null) : undefined,
    compare,
    change: (values: InsightsQuery) => open({ ...query, ...values }, compare),
    compareWith: (days: number | null) => open(query, days),
  };
}
