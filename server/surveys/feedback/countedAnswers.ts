import { FEEDBACK_GROUP_MIN, type RaterGroup } from '#contract/surveys/feedback.ts';
import { inArray } from '#server/db/drizzle.ts';
import { surveyParticipations } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { groupOfSegment } from './feedbackFigures.ts';

export interface RaterDay {
  group: RaterGroup;
  answeredOn: string | null;
}

export async function readAnswers(
  tx: TenantTransaction,
  surveyIds: readonly string[],
): Promise<(RaterDay & { surveyId: string })[]> {
  if (surveyIds.length === 0) return [];
  const { surveyId, segmentId, answeredOn } = surveyParticipations;
  const rows = await tx
    .select({ surveyId, segmentId, answeredOn })
    .from(surveyParticipations)
    .where(inArray(surveyId, [...surveyIds]));
  return rows.flatMap(({ segmentId: segment, ...row }) => {
    const group = groupOfSegment(segment);
    return group ? [{ ...row, group }] : [];
  });
}

/**
 * Whether an answer is part of the counts. While people can answer, these are the answers up to yesterday, so that a count
 * does not show when a person answered. After that all answers count, as in the report.
 */
export const isCounted = (
  { answeredOn }: Pick<RaterDay, 'answeredOn'>,
  { isOpen, today }: { isOpen: boolean; today: string },
) => answeredOn !== null && (!isOpen || answeredOn < today);

const isNamedGroup = (group: RaterGroup) => group === 'self' || group === 'manager';

/** No count is shown for one or two people without names: it could say who has answered. */
export const hasShownCount = (group: RaterGroup, asked: number) =>
  isNamedGroup(group) || asked >= FEEDBACK_GROUP_MIN;

/** The sum over all groups; null if the count of one that is not shown could be computed from it. */
export function countedTotal(
  answers: readonly RaterDay[],
  when: { isOpen: boolean; today: string },
): number | null {
  const sizeOf = (group: RaterGroup) => answers.filter((one) => one.group === group).length;
  const hidden = answers.filter(({ group }) => !hasShownCount(group, sizeOf(group))).length;
  if (hidden > 0 && hidden < FEEDBACK_GROUP_MIN) return null;
  return answers.filter((one) => isCounted(one, when)).length;
}
