import { and, eq, inArray, isNull } from '#server/db/drizzle.ts';
import { surveyParticipations, surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { createRespondentCodes } from './respondents.ts';

/** The codes of a person in all surveys that asked them. */
async function codesOf(tx: TenantTransaction, userId: number, installationKey: Buffer): Promise<Buffer[]> {
  const respondentOf = createRespondentCodes(installationKey);
  const asked = await tx
    .select({ surveyId: surveyParticipations.surveyId })
    .from(surveyParticipations)
    .where(eq(surveyParticipations.userId, userId));
  return asked.map(({ surveyId }) => respondentOf({ tenantId: tx.tenantId, surveyId, userId }));
}
const isOf = (codes: Buffer[]) =>
  and(inArray(surveyResponses.respondent, codes), isNull(surveyResponses.userId));

/** A person's answers to confidential surveys, for the export of their data. */
export async function confidentialResponsesOf(
  tx: TenantTransaction,
  userId: number,
  installationKey: Buffer,
) {
  const codes = await codesOf(tx, userId, installationKey);
  if (codes.length === 0) return [];
  return tx
    .select({ survey: surveys.name, answers: surveyResponses.answers })
    .from(surveyResponses)
    .innerJoin(surveys, eq(surveys.id, surveyResponses.surveyId))
    .where(isOf(codes));
}

/** Deletes a person's answers to confidential surveys, for an erasure. Released figures stay as they are. */
export async function deleteConfidentialResponses(
  tx: TenantTransaction,
  userId: number,
  installationKey: Buffer,
) {
  const codes = await codesOf(tx, userId, installationKey);
  if (codes.length > 0) await tx.delete(surveyResponses).where(isOf(codes));
}
