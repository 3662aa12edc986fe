import type { CoachingSession } from '#contract/learning/coaching.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { useGetLearnerCoachingQuery } from '#store/coaching/coachingApi.ts';

/** The address for planning the next session of the two people; null while none can be planned. */
export function usePlanNext({ programId, learnerId, other, relation }: CoachingSession): string | null {
  const { data } = useGetLearnerCoachingQuery({ programId, userId: learnerId });
  if (!data || data.planWith.length === 0) return null;
  return planPath(programId, {
    ...(relation === 'learner' && { learner: learnerId }),
    with: other.userId,
  });
}
