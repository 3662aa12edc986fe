import { and, eq, inArray, isNull } from '#server/db/drizzle.ts';
import { needMarks } from '#server/db/schema/home.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Plan } from '#server/learning/programs/plans/plan.ts';

/** The key of the need to congratulate a learner on a completed topic. */
export const congratulationKey = (enrolmentId: string, topicId: string) =>
  `report_completed:${enrolmentId}:${topicId}`;

/** When the viewer congratulated the learner, or marked that as done on home; by the key of the need. */
export async function findCongratulations(
  tx: TenantTransaction,
  { userId }: Viewer,
  { enrolmentId, topics }: Plan,
): Promise<ReadonlyMap<string, Date>> {
  const keys = topics.map(({ topicId }) => congratulationKey(enrolmentId, topicId));
  if (keys.length === 0) return new Map();
  const marks = await tx
    .select({ key: needMarks.key, at: needMarks.markedAt })
    .from(needMarks)
    .where(and(eq(needMarks.userId, userId), inArray(needMarks.key, keys), isNull(needMarks.until)));
  return new Map(marks.map(({ key, at }) => [key, at]));
}
