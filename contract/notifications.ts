import * as z from 'zod/mini';

/** The known types. Any other type is shown with a generic text (decision 0020). */
export const notificationTypes = [
  'LEARNER_UPDATED_PROGRAM_GOALS',
  'LEARNER_COMPLETED_TOPIC',
  'LEARNER_COMPLETED_ALL_TOPICS',
  'SCHEDULE_SESSION_REMINDER',
  'COMPLETE_SURVEY_REMINDER',
  'MANAGER_UPDATED_USER_OBJECTIVE',
  'NEW_INTERACTIVE_CONTENT_UPLOADED',
  'PEER_JOINED_SESSION',
] as const;

/** A message on a user's notification channel, published by the server. `userId` is the person who acted. */
export const notificationMessageSchema = z.object({
  notificationType: z.string().check(z.minLength(1), z.maxLength(80)),
  payload: z.object({
    userId: z.optional(z.nullable(z.number())),
    programId: z.optional(z.nullable(z.string())),
    programName: z.optional(z.nullable(z.string())),
    surveyName: z.optional(z.nullable(z.string())),
    surveyId: z.optional(z.nullable(z.string())),
    extraPayload: z.optional(
      z.nullable(
        z.object({
          sessionId: z.optional(z.nullable(z.string())),
          behaviorName: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
    /** Additional text that may contain HTML; the client keeps a few tags. */
    text: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  }),
});
export type NotificationMessage = z.infer<typeof notificationMessageSchema>;
