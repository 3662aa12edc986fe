import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';

/** A user id in a path: digits that PostgreSQL's integer can hold. */
const userId = z.string().check(
  z.regex(/^[1-9][0-9]{0,9}$/),
  z.refine((text) => Number(text) <= 2_147_483_647),
);

export const ofProgram = z.object({ programId: randomId });
export const ofTopic = z.object({ programId: randomId, topicId: randomId });
export const ofStep = z.object({ programId: randomId, stepKey: randomId });
export const ofLearner = z.object({ programId: randomId, userId });
export const ofLearnersTopic = z.object({ programId: randomId, userId, topicId: randomId });
export const ofLearnersStep = z.object({ programId: randomId, userId, stepKey: randomId });

/** What a path says, with its number as a number. */
export const placeOf = <Params extends { userId: string }>({ userId: text, ...rest }: Params) => ({
  ...rest,
  userId: Number(text),
});
