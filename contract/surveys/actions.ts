import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, multiLineText, numericId, randomId, singleLineText } from '#contract/text.ts';

export const ACTION_MAX_LENGTH = 200;
export const OUTCOME_MAX_LENGTH = 500;
export const ACTIONS_MAX = 20;

/** An action taken because of the responses to a survey. After the release, the people who were asked can see it. */
export const surveyActionSchema = z.object({
  actionId: randomId,
  text: z.string(),
  owner: participantSchema,
  dueOn: day,
  /** What changed. */
  outcome: z.string(),
  /** Null while it is not done. */
  doneOn: z.nullable(day),
});
export type SurveyAction = z.infer<typeof surveyActionSchema>;
export const surveyActionsSchema = z.object({ actions: z.array(surveyActionSchema) });

const text = singleLineText(ACTION_MAX_LENGTH, 3);
/** POST /api/surveys/{surveyId}/actions */
export const newActionSchema = z.object({ text, ownerId: numericId, dueOn: day });
export type NewAction = z.infer<typeof newActionSchema>;

/** PATCH /api/surveys/{surveyId}/actions/{actionId} */
export const actionChangeSchema = z
  .object({
    text: z.optional(text),
    ownerId: z.optional(numericId),
    dueOn: z.optional(day),
    outcome: z.optional(multiLineText(OUTCOME_MAX_LENGTH)),
    isDone: z.optional(z.boolean()),
  })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'changes nothing',
    }),
  );
export type ActionChange = z.infer<typeof actionChangeSchema>;
