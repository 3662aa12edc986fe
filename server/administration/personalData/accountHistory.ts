import type { AccountHistory } from '#contract/administration/dataRequests.ts';
import { and, desc, eq, gt, inArray, isNull, ne, or } from '#server/db/drizzle.ts';
import { auditEntries } from '#server/db/schema/audit.ts';
import { surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants } from '#server/people/index.ts';

const SHOWN = 50;
const SHOWN_MS = 90 * 24 * 60 * 60_000;

/** Surveys whose results contain feedback about the person, or named answers of the person. */
const surveysAbout = (tx: TenantTransaction, userId: number) =>
  tx
    .select({ id: surveys.id })
    .from(surveys)
    .where(eq(surveys.subjectId, userId))
    .union(
      tx
        .select({ id: surveyResponses.surveyId })
        .from(surveyResponses)
        .where(eq(surveyResponses.userId, userId)),
    );

/** Changes by other people to the viewer's account in the last 90 days, and reads of its confidential data. */
export async function readAccountHistory(
  tx: TenantTransaction,
  { userId }: Viewer,
  now: Date,
): Promise<AccountHistory> {
  const rows = await tx
    .select({ at: auditEntries.at, actorId: auditEntries.actorId, action: auditEntries.action })
    .from(auditEntries)
    .where(
      and(
        or(
          and(eq(auditEntries.subjectType, 'person'), eq(auditEntries.subjectId, String(userId))),
          and(
            eq(auditEntries.subjectType, 'survey'),
            inArray(auditEntries.action, ['survey.results-read', 'survey.results-exported']),
            inArray(auditEntries.subjectId, surveysAbout(tx, userId)),
          ),
        ),
        or(isNull(auditEntries.actorId), ne(auditEntries.actorId, userId)),
        gt(auditEntries.at, new Date(now.getTime() - SHOWN_MS)),
      ),
    )
    .orderBy(desc(auditEntries.seq))
    .limit(SHOWN);
  const people = await findParticipants(
    tx,
    rows.map(({ actorId }) => actorId),
  );
  return {
    data: rows.map(({ at, actorId, action }) => ({
      at: at.toISOString(),
      actor: actorId === null ? null : (people.get(actorId) ?? null),
      action,
    })),
  };
}
