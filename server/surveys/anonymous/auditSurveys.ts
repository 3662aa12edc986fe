import type { Pool } from 'pg';
import type { AnonymityReport } from '#contract/surveys/anonymous.ts';
import { and, eq, inArray } from '#server/db/drizzle.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import { auditAnonymity } from './auditAnonymity.ts';

/** Checks every anonymous survey that is closed, for `npm run survey:audit`. */
export async function auditSurveys(pool: Pool, now: Date) {
  const reports: { surveyId: string; report: AnonymityReport }[] = [];
  await inEachOrganisation(pool, new AbortController().signal, async (tx) => {
    const closed = await tx
      .select()
      .from(surveys)
      .where(and(eq(surveys.mode, 'anonymous'), inArray(surveys.state, ['closed', 'released', 'archived'])))
      .orderBy(surveys.id);
    for (const survey of closed)
      reports.push({
        surveyId: survey.id,
        report: await auditAnonymity(tx, survey, now.toISOString().slice(0, 10)),
      });
  });
  return reports;
}
