import * as z from 'zod/mini';

/** The types that the product knows (specification, section 7). Any other type is shown with a generic text. */
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
export type NotificationType = (typeof notificationTypes)[number];

/** What the server publishes on a person's notification channel. `userId` is who acted. */
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
    /** Words that come with it, beside the type's own text. They may hold HTML, of which the client keeps a few tags. */
    text: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
  }),
});
export type NotificationMessage = z.infer<typeof notificationMessageSchema>;
