import type { Pool } from 'pg';
import type { AnonymityReport } from '#contract/surveys/anonymous.ts';
import { and, eq, isNotNull } from '#server/db/drizzle.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { surveys } from '#server/db/schema/surveys.ts';
import { auditAnonymity } from './auditAnonymity.ts';

/** Checks every anonymous survey that was opened, for `npm run survey:audit`. */
export async function auditSurveys(pool: Pool, now: Date) {
  const reports: { surveyId: string; name: string; report: AnonymityReport }[] = [];
  await inEachOrganisation(pool, new AbortController().signal, async (tx) => {
    const opened = await tx
      .select()
      .from(surveys)
      .where(and(eq(surveys.mode, 'anonymous'), isNotNull(surveys.openedAt)))
      .orderBy(surveys.id);
    for (const survey of opened)
      reports.push({
        surveyId: survey.id,
        name: survey.name,
        report: await auditAnonymity(tx, survey, now.toISOString().slice(0, 10)),
      });
  });
  return reports;
}
