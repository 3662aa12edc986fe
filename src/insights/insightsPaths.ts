import type { InsightPeopleFilter, InsightsQuery } from '#contract/insights/insights.ts';

/** With the trailing slash, which the guard requires. */
export const INSIGHTS_PATH = '/admin/programs/insights/';

type Values = Record<string, string | undefined>;

function withValues(path: string, values: Values): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** `compare`: days before the day of the figures. */
export const insightsPath = (
  programId: string,
  query: InsightsQuery & { compare?: string | undefined } = {},
) => withValues(`${INSIGHTS_PATH}${programId}`, query);
/** The people behind a number. */
export const insightPeoplePath = (programId: string, filter: InsightPeopleFilter) =>
  withValues(`${INSIGHTS_PATH}${programId}/people`, filter);
