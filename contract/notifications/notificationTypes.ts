import * as z from 'zod/mini';

/** The fields that every type has. */
interface CommonPayload {
  userId?: number | null | undefined;
  text?: string | null | undefined;
}

/** What client and server need to know about a type to send and read it. A type without a required field does not compile. */
export interface NotificationTypeDefinition<Payload extends CommonPayload> {
  /** The schema of the payload that the server sends and the client accepts. */
  payload: z.ZodMiniType<Payload>;
  /** Whether the event changes what open screens show. These screens refetch when the event arrives. */
  changesScreens: boolean;
  /** True if the text does not name the person who acted. */
  isImpersonal?: true;
  /** Shown only as an alert, not in the list of the bell. */
  isUnlisted?: true;
  /** A reminder of a time that is near. It is not delivered if its receiver is muted at that time. */
  isDroppedByMute?: true;
}
export const defineNotificationType = <Payload extends CommonPayload>(
  definition: NotificationTypeDefinition<Payload>,
) => definition;

/** Additional text that may contain HTML. The client keeps a few tags. */
const text = z.nullish(z.string().check(z.maxLength(4_000)));
const byAnyone = { userId: z.nullish(z.number()), text };
const byPerson = { userId: z.number(), text };
const program = { programId: z.string(), programName: z.string() };
const topic = { topicId: z.string(), topicTitle: z.string() };

/**
 * The registry of notification types. `notificationTexts.ts` has their texts and links (decision 0020), and
 * `notificationSettings.ts` the settings that switch them off.
 */
export const notificationTypes = {
  LEARNER_UPDATED_PROGRAM_GOALS: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: true,
  }),
  LEARNER_COMPLETED_TOPIC: defineNotificationType({
    // `behaviorName` is the provider's name of the field; it holds the title of the topic.
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ behaviorName: z.string(), topicId: z.nullish(z.string()) }),
    }),
    changesScreens: true,
  }),
  LEARNER_COMPLETED_ALL_TOPICS: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: true,
  }),
  SCHEDULE_SESSION_REMINDER: defineNotificationType({
    payload: z.object({ ...byAnyone, programId: z.nullish(z.string()), programName: z.nullish(z.string()) }),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** The text is ours. Administrators and managers send it from the insights of a program. */
  CONTINUE_PROGRAM_REMINDER: defineNotificationType({
    payload: z.object({ ...byAnyone, ...program }),
    changesScreens: false,
    isImpersonal: true,
  }),
  COMPLETE_SURVEY_REMINDER: defineNotificationType({
    payload: z.object({ ...byAnyone, surveyId: z.string(), surveyName: z.string() }),
    changesScreens: true,
    isImpersonal: true,
  }),
  /** Our own text. For the person whom 360 feedback is about. */
  FEEDBACK_RELEASED: defineNotificationType({
    payload: z.object({ ...byAnyone, surveyId: z.string(), surveyName: z.string() }),
    changesScreens: true,
    isImpersonal: true,
  }),
  MANAGER_UPDATED_USER_OBJECTIVE: defineNotificationType({
    payload: z.object({
      ...byPerson,
      extraPayload: z.nullish(
        z.object({ objectiveId: z.nullish(z.string()), changeId: z.nullish(z.string()) }),
      ),
    }),
    changesScreens: true,
  }),
  NEW_INTERACTIVE_CONTENT_UPLOADED: defineNotificationType({
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.nullish(z.object({ topicId: z.nullish(z.string()) })),
    }),
    // One event reaches thousands of people at the same time.
    changesScreens: false,
  }),
  /** Our own text: the product owner's list has no invitation. */
  INVITED_TO_PROGRAM: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: true,
  }),
  /** Our own texts for these 2 types. */
  /** For the person who launched a program. Always delivered, because people are not invited until they act. */
  PROGRAM_LAUNCH_FAILED: defineNotificationType({
    payload: z.object({ ...byAnyone, ...program }),
    changesScreens: true,
    isImpersonal: true,
  }),
  /** For administrators. Always delivered, because no one is invited until one of them acts. */
  PROGRAM_LAUNCH_REQUESTED: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: true,
  }),
  PROGRAM_LAUNCH_ANSWERED: defineNotificationType({
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ answer: z.enum(['launched', 'returned']) }),
    }),
    changesScreens: true,
  }),
  PROGRAM_JOIN_REQUESTED: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: true,
  }),
  PROGRAM_JOIN_ANSWERED: defineNotificationType({
    payload: z.object({ ...byPerson, ...program, extraPayload: z.object({ accepted: z.boolean() }) }),
    changesScreens: true,
  }),
  PROGRAM_COACH_MISSING: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    changesScreens: false,
  }),
  TOPIC_REVIEW_REQUESTED: defineNotificationType({
    payload: z.object({ ...byPerson, extraPayload: z.object(topic) }),
    changesScreens: true,
  }),
  TOPIC_REVIEW_ANSWERED: defineNotificationType({
    payload: z.object({
      ...byPerson,
      extraPayload: z.object({ ...topic, answer: z.enum(['published', 'returned']) }),
    }),
    changesScreens: true,
  }),
  COACHING_SESSION_CHANGED: defineNotificationType({
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({
        sessionId: z.string(),
        /** `ended`: cancelled, because the account of the other person was deactivated. */
        change: z.enum(['proposed', 'confirmed', 'kept', 'cancelled', 'ended']),
        /** The later sessions of the series were cancelled, too. */
        following: z.optional(z.boolean()),
      }),
    }),
    changesScreens: true,
  }),
  COACHING_SESSION_REMINDER: defineNotificationType({
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ sessionId: z.string(), startsIn: z.enum(['24_hours', '10_minutes']) }),
    }),
    changesScreens: false,
    isDroppedByMute: true,
  }),
  PEER_JOINED_SESSION: defineNotificationType({
    payload: z.object({
      ...byPerson,
      programId: z.string(),
      programName: z.nullish(z.string()),
      extraPayload: z.object({ sessionId: z.string() }),
    }),
    changesScreens: true,
    isUnlisted: true,
  }),
  /** Removes the alert of PEER_JOINED_SESSION. */
  PEER_LEFT_SESSION: defineNotificationType({
    payload: z.object({
      ...byPerson,
      programId: z.string(),
      programName: z.nullish(z.string()),
      extraPayload: z.object({ sessionId: z.string() }),
    }),
    changesScreens: true,
    isUnlisted: true,
  }),
  /** The notification links to the page with the comment and does not contain it. */
  CHECK_IN_COMMENTED: defineNotificationType({
    payload: z.object({ ...byPerson, extraPayload: z.object({ week: z.string() }) }),
    changesScreens: true,
  }),
  CHECK_IN_REMINDER: defineNotificationType({
    payload: z.object({ ...byPerson }),
    changesScreens: false,
  }),
  CHECK_IN_OPENED: defineNotificationType({
    payload: z.object({ ...byAnyone }),
    changesScreens: true,
    isImpersonal: true,
  }),
  CHECK_IN_DUE: defineNotificationType({
    payload: z.object({ ...byAnyone }),
    changesScreens: false,
    isDroppedByMute: true,
    isImpersonal: true,
  }),
  /** For administrators. Always delivered, because deliveries to other systems stop until an administrator acts. */
  WEBHOOK_SWITCHED_OFF: defineNotificationType({
    payload: z.object({ ...byAnyone, extraPayload: z.object({ host: z.string() }) }),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** Always delivered, because the person asked for it. */
  DATA_EXPORT_READY: defineNotificationType({
    payload: z.object({ ...byAnyone }),
    changesScreens: true,
    isImpersonal: true,
  }),
  /** For the administrator who changed several people. Always delivered, because it offers the undo. */
  BULK_CHANGE_DONE: defineNotificationType({
    payload: z.object({
      ...byAnyone,
      extraPayload: z.object({ bulkId: z.string(), action: z.string(), people: z.number() }),
    }),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** For unknown types, and known ones with an unexpected payload. The server never sends it. */
  OTHER: defineNotificationType({
    payload: z.object({ ...byAnyone, programName: z.nullish(z.string()) }),
    changesScreens: false,
  }),
};
