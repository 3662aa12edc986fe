import { and, eq, inArray, isNotNull, or, sql } from '#server/db/drizzle.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** SQL: surveys with a next step on a chosen day. */
export const isPlanned = () => sql`(${surveys.state} = 'scheduled'
  or (${surveys.releasesOn} is not null and ${surveys.releasedAt} is null) or ${surveys.repeatWeeks} is not null)`;

/** The planned steps of these owners' surveys end when their owners are deactivated. The days of a draft are not planned yet. */
export const countPlannedSurveys = (tx: TenantTransaction, ownerIds: number[]): Promise<number> =>
  ownerIds.length === 0
    ? Promise.resolve(0)
    : tx.$count(
        surveys,
        and(
          inArray(surveys.ownerId, ownerIds),
          or(eq(surveys.state, 'scheduled'), isNotNull(surveys.openedAt)),
          isPlanned(),
        ),
      );
