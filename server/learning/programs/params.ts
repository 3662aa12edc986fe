import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { userIdInPath } from '#server/http/params.ts';

const userId = userIdInPath;

export const programParams = z.object({ programId: randomId });
export const topicParams = z.object({ programId: randomId, topicId: randomId });
export const stepParams = z.object({ programId: randomId, stepKey: randomId });
export const learnerParams = z.object({ programId: randomId, userId });
export const learnerTopicParams = z.object({ programId: randomId, userId, topicId: randomId });
export const learnerStepParams = z.object({ programId: randomId, userId, stepKey: randomId });

/** Path parameters with the user id as a number. */
export const withNumericUserId = <Params extends { userId: string }>({
  userId: digits,
  ...rest
}: Params) => ({
  ...rest,
  userId: Number(digits),
});
