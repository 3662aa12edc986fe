import * as z from 'zod/mini';
import type { BulkAction } from '#contract/administration/bulk.ts';
import { changeTarget, JOIN_REQUESTS_TARGET, topicTarget } from './linkTargets.ts';

/** A part of a notification's text. Names and other values are plain text, never markup (decision 0020). */
export interface TextPart {
  text: string;
  isStrong: boolean;
}
/** The person who acted by name, or several people such as '3 people'. */
export interface Actor {
  name: string;
  isMany: boolean;
}
export interface NotificationLink {
  label: string;
  path: string;
  state: { showTopics: true } | null;
}
/** The fields that every type has. */
interface CommonPayload {
  userId?: number | null | undefined;
  text?: string | null | undefined;
}

/** Everything that client and server need to know about a type. A type without a required field does not compile. */
export interface NotificationTypeDefinition<Payload extends CommonPayload> {
  /** The schema of the payload that the server sends and the client accepts. */
  payload: z.ZodMiniType<Payload>;
  text: (payload: Payload, who: Actor) => TextPart[];
  /** Null if the notification has no target screen. */
  link: (payload: Payload) => NotificationLink | null;
  /** Whether the event changes what open screens show. These screens refetch when the event arrives live. */
  changesScreens: boolean;
  /** True if the text does not name the person who acted. */
  isImpersonal?: true;
  /** The setting that switches this kind off. Without one, it is always delivered. */
  setting?: string;
  /** Shown only as an alert, not in the list of the bell. */
  isUnlisted?: true;
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

const plain = (value: string): TextPart => ({ text: value, isStrong: false });
const strong = (value: string): TextPart => ({ text: value, isStrong: true });
const asks = ({ isMany }: Actor) => (isMany ? 'ask' : 'asks');
const has = ({ isMany }: Actor) => (isMany ? 'have' : 'has');
const inProgram = (name: string | null | undefined) => (name ? [plain(' in '), strong(name)] : []);

const link = (label: string, path: string, state: NotificationLink['state'] = null) => ({
  label,
  path,
  state,
});
const segment = (id: string | number) => encodeURIComponent(String(id));
const programPath = (programId: string) => `/program/${segment(programId)}`;
/** Texts about a changed session, for a sentence that begins with a name and `has`. */
const sessionChanges = {
  proposed: 'proposed times for a coaching session',
  confirmed: 'confirmed the time of your coaching session',
  kept: 'kept the time of your coaching session',
  cancelled: 'cancelled your coaching session',
};
const sessionPath = (programId: string, sessionId: string) =>
  `${programPath(programId)}/coaching/${segment(sessionId)}?type=remote`;
function topicsLink({ programId, userId }: { programId: string; userId: number }, topicId?: string | null) {
  const target = topicId ? `#${topicTarget(segment(topicId))}` : '';
  return link('View topics', `${programPath(programId)}/sessions/${segment(userId)}?show=topics${target}`, {
    showTopics: true,
  });
}

/** The change itself. Older notifications do not have it; the profile lists the changes that await a response. */
const changePath = ({
  objectiveId,
  changeId,
}: {
  objectiveId?: string | null | undefined;
  changeId?: string | null | undefined;
}) =>
  objectiveId && changeId
    ? `/profile?show=objectives&objective=${segment(objectiveId)}#${changeTarget(segment(changeId))}`
    : '/profile';

/** The start of the text, before the number of people. An action that only a newer server knows gets a general text. */
const BULK_TEXTS: Partial<Record<string, string>> = {
  'change-department': 'You changed the department of',
  'change-manager': 'You changed the manager of',
  'make-admin': 'You gave administrator rights to',
  'remove-admin': 'You removed administrator rights from',
  deactivate: 'You deactivated',
  reactivate: 'You reactivated',
} satisfies Partial<Record<BulkAction, string>>;

/** The registry of notification types, with the exact texts of the product owner (decision 0020). */
export const notificationTypes = {
  LEARNER_UPDATED_PROGRAM_GOALS: defineNotificationType({
    setting: 'One of my learners selected other topics',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} updated goals in: `),
      strong(programName),
      plain('.'),
    ],
    link: (payload) => topicsLink(payload),
    changesScreens: true,
  }),
  LEARNER_COMPLETED_TOPIC: defineNotificationType({
    setting: 'A topic is completed',
    // `behaviorName` is the provider's name of the field; it holds the title of the topic.
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ behaviorName: z.string(), topicId: z.nullish(z.string()) }),
    }),
    text: ({ programName, extraPayload: { behaviorName } }, who) => [
      strong(who.name),
      plain(' completed the topic '),
      strong(behaviorName),
      ...inProgram(programName),
    ],
    link: (payload) => topicsLink(payload, payload.extraPayload.topicId),
    changesScreens: true,
  }),
  LEARNER_COMPLETED_ALL_TOPICS: defineNotificationType({
    setting: 'All topics of a program are completed',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} completed all selected topics`),
      ...inProgram(programName),
    ],
    link: (payload) => topicsLink(payload),
    changesScreens: true,
  }),
  SCHEDULE_SESSION_REMINDER: defineNotificationType({
    setting: 'Reminders to schedule a session',
    payload: z.object({ ...byAnyone, programId: z.nullish(z.string()), programName: z.nullish(z.string()) }),
    text: ({ programName }) => [
      plain('A friendly reminder to schedule a session'),
      ...inProgram(programName),
      plain('.'),
    ],
    link: ({ programId }) => (programId ? link('Schedule session', programPath(programId)) : null),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** The text is ours. Administrators and managers send it from the insights of a program. */
  CONTINUE_PROGRAM_REMINDER: defineNotificationType({
    setting: 'Reminders to continue a program',
    payload: z.object({ ...byAnyone, ...program }),
    text: ({ programName }) => [
      plain('A friendly reminder to continue with the program '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('Continue program', programPath(programId)),
    changesScreens: false,
    isImpersonal: true,
  }),
  COMPLETE_SURVEY_REMINDER: defineNotificationType({
    setting: 'Invitations and reminders to answer a survey',
    payload: z.object({ ...byAnyone, surveyId: z.string(), surveyName: z.string() }),
    text: ({ surveyName }) => [
      plain('You have been invited to participate in the survey: '),
      strong(surveyName),
    ],
    link: ({ surveyId }) => link('Answer survey', `/survey/participate/${segment(surveyId)}`),
    changesScreens: false,
    isImpersonal: true,
  }),
  MANAGER_UPDATED_USER_OBJECTIVE: defineNotificationType({
    setting: 'My manager changed one of my objectives',
    payload: z.object({
      ...byPerson,
      extraPayload: z.nullish(
        z.object({ objectiveId: z.nullish(z.string()), changeId: z.nullish(z.string()) }),
      ),
    }),
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} modified your growth objectives.`)],
    link: ({ extraPayload }) => link('See change', changePath(extraPayload ?? {})),
    changesScreens: true,
  }),
  NEW_INTERACTIVE_CONTENT_UPLOADED: defineNotificationType({
    setting: 'New challenges in my programs',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} uploaded new interactive challenge content to `),
      strong(programName),
    ],
    link: ({ programId }) => link('View program', programPath(programId)),
    // One event reaches thousands of people at the same time.
    changesScreens: false,
  }),
  /** Our own text: the product owner's list has no invitation. */
  INVITED_TO_PROGRAM: defineNotificationType({
    setting: 'Invitations to a program',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} invited you to the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('View invitation', programPath(programId)),
    changesScreens: true,
  }),
  /** Our own texts for these 2 types. */
  /** For the person who launched a program. Always delivered, because people are not invited until they act. */
  PROGRAM_LAUNCH_FAILED: defineNotificationType({
    payload: z.object({ ...byAnyone, ...program }),
    text: ({ programName }) => [
      plain('Not everyone was invited to '),
      strong(programName),
      plain('. Launch the program again to invite the remaining people.'),
    ],
    link: ({ programId }) => link('View program', `/admin/programs/create/${segment(programId)}/purpose`),
    changesScreens: true,
    isImpersonal: true,
  }),
  /** For administrators. Always delivered, because no one is invited until one of them acts. */
  PROGRAM_LAUNCH_REQUESTED: defineNotificationType({
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${asks(who)} you to launch the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('Review program', `/admin/programs/create/${segment(programId)}/review`),
    changesScreens: true,
  }),
  PROGRAM_LAUNCH_ANSWERED: defineNotificationType({
    setting: 'An administrator launched my program or sent it back',
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ answer: z.enum(['launched', 'returned']) }),
    }),
    text: ({ programName, extraPayload: { answer } }, who) => [
      strong(who.name),
      plain(answer === 'launched' ? ' launched your program ' : ' sent back your program '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('View program', `/admin/programs/create/${segment(programId)}/review`),
    changesScreens: true,
  }),
  PROGRAM_JOIN_REQUESTED: defineNotificationType({
    setting: 'Someone asks to join one of my programs',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${asks(who)} to join the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) =>
      link('Answer request', `/admin/programs/create/${segment(programId)}/purpose#${JOIN_REQUESTS_TARGET}`),
    changesScreens: true,
  }),
  PROGRAM_JOIN_ANSWERED: defineNotificationType({
    setting: 'My request to join a program is answered',
    payload: z.object({ ...byPerson, ...program, extraPayload: z.object({ accepted: z.boolean() }) }),
    text: ({ programName, extraPayload: { accepted } }, who) => [
      strong(who.name),
      plain(accepted ? ' accepted your request to join ' : ' declined your request to join '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId, extraPayload: { accepted } }) =>
      accepted ? link('Select topics', programPath(programId)) : link('View programs', '/program'),
    changesScreens: true,
  }),
  PROGRAM_COACH_MISSING: defineNotificationType({
    setting: 'Someone joined one of my programs, and no coach was free',
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} no coach in the program `),
      strong(programName),
      plain(', because no coach can take more learners.'),
    ],
    link: ({ programId }) => link('Change program', `/admin/programs/create/${segment(programId)}/purpose`),
    changesScreens: false,
  }),
  TOPIC_REVIEW_REQUESTED: defineNotificationType({
    setting: 'Another author asks for a review of a topic',
    payload: z.object({ ...byPerson, extraPayload: z.object(topic) }),
    text: ({ extraPayload: { topicTitle } }, who) => [
      strong(who.name),
      plain(` ${asks(who)} for a review of the topic `),
      strong(topicTitle),
      plain('.'),
    ],
    link: ({ extraPayload: { topicId } }) => link('Review topic', `/content/topics/${segment(topicId)}`),
    changesScreens: true,
  }),
  TOPIC_REVIEW_ANSWERED: defineNotificationType({
    setting: 'A topic of mine is reviewed',
    payload: z.object({
      ...byPerson,
      extraPayload: z.object({ ...topic, answer: z.enum(['published', 'returned']) }),
    }),
    text: ({ extraPayload: { topicTitle, answer } }, who) => [
      strong(who.name),
      plain(answer === 'published' ? ' published your topic ' : ' asked for changes in your topic '),
      strong(topicTitle),
      plain('.'),
    ],
    link: ({ extraPayload: { topicId } }) => link('View topic', `/content/topics/${segment(topicId)}`),
    changesScreens: true,
  }),
  COACHING_SESSION_CHANGED: defineNotificationType({
    setting: 'Proposed times for my coaching sessions',
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({
        sessionId: z.string(),
        /** `ended`: cancelled, because the account of the other person was deactivated. */
        change: z.enum(['proposed', 'confirmed', 'kept', 'cancelled', 'ended']),
      }),
    }),
    text: ({ programName, extraPayload: { change } }, who) =>
      change === 'ended'
        ? [
            plain('Your coaching session with '),
            strong(who.name),
            ...inProgram(programName),
            plain(' was cancelled, because their account was deactivated.'),
          ]
        : [
            strong(who.name),
            plain(` ${has(who)} ${sessionChanges[change]}`),
            ...inProgram(programName),
            plain('.'),
          ],
    link: ({ programId, extraPayload: { sessionId, change } }) =>
      link(change === 'proposed' ? 'Choose a time' : 'View session', sessionPath(programId, sessionId)),
    changesScreens: true,
  }),
  COACHING_SESSION_REMINDER: defineNotificationType({
    setting: 'Reminders of my coaching sessions',
    payload: z.object({
      ...byPerson,
      ...program,
      extraPayload: z.object({ sessionId: z.string(), startsIn: z.enum(['24_hours', '10_minutes']) }),
    }),
    text: ({ extraPayload: { startsIn } }, who) => [
      plain('Your coaching session with '),
      strong(who.name),
      plain(startsIn === '24_hours' ? ' starts in 24 hours.' : ' starts in 10 minutes.'),
    ],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('View session', sessionPath(programId, sessionId)),
    changesScreens: false,
  }),
  PEER_JOINED_SESSION: defineNotificationType({
    setting: 'Someone has joined my coaching session',
    payload: z.object({
      ...byPerson,
      programId: z.string(),
      programName: z.nullish(z.string()),
      extraPayload: z.object({ sessionId: z.string() }),
    }),
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} joined your coaching session.`)],
    link: ({ programId, extraPayload: { sessionId } }) => link('Join Now', sessionPath(programId, sessionId)),
    changesScreens: false,
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
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} left your coaching session.`)],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('View session', sessionPath(programId, sessionId)),
    changesScreens: false,
    isUnlisted: true,
  }),
  /** The notification links to the page with the comment and does not contain it. */
  CHECK_IN_COMMENTED: defineNotificationType({
    setting: 'My manager commented on one of my check-ins',
    payload: z.object({ ...byPerson, extraPayload: z.object({ week: z.string() }) }),
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} commented on your check-in.`)],
    link: ({ extraPayload: { week } }) => link('View comment', `/checkin?week=${segment(week)}`),
    changesScreens: true,
  }),
  CHECK_IN_REMINDER: defineNotificationType({
    setting: 'Reminders from my manager to send a check-in',
    payload: z.object({ ...byPerson }),
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} reminded you to send your check-in.`)],
    link: () => link('Check in', '/checkin'),
    changesScreens: false,
  }),
  CHECK_IN_OPENED: defineNotificationType({
    setting: 'A new check-in opens',
    payload: z.object({ ...byAnyone }),
    text: () => [plain('Your new check-in is open.')],
    link: () => link('Check in', '/checkin'),
    changesScreens: false,
    isImpersonal: true,
  }),
  CHECK_IN_DUE: defineNotificationType({
    setting: 'My check-in is due today',
    payload: z.object({ ...byAnyone }),
    text: () => [plain('A reminder to send your check-in before it is late.')],
    link: () => link('Check in', '/checkin'),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** For administrators. Always delivered, because deliveries to other systems stop until an administrator acts. */
  WEBHOOK_SWITCHED_OFF: defineNotificationType({
    payload: z.object({ ...byAnyone, extraPayload: z.object({ host: z.string() }) }),
    text: ({ extraPayload: { host } }) => [
      plain('The webhook endpoint '),
      strong(host),
      plain(' was switched off, because it accepted no message for days.'),
    ],
    link: () => link('View webhooks', '/admin/settings/webhooks'),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** Always delivered, because the person asked for it. */
  DATA_EXPORT_READY: defineNotificationType({
    payload: z.object({ ...byAnyone }),
    text: () => [plain('The export of your data is ready. You can download it for 7 days.')],
    link: () => link('View export', '/profile/my-data'),
    changesScreens: true,
    isImpersonal: true,
  }),
  /** For the administrator who changed several people. Always delivered, because it offers the undo. */
  BULK_CHANGE_DONE: defineNotificationType({
    payload: z.object({
      ...byAnyone,
      extraPayload: z.object({ bulkId: z.string(), action: z.string(), people: z.number() }),
    }),
    text: ({ extraPayload: { action, people } }) => [
      plain(`${BULK_TEXTS[action] ?? 'You changed'} `),
      strong(people === 1 ? '1 person' : `${people} people`),
      plain('. You can undo this for 10 minutes.'),
    ],
    link: ({ extraPayload: { bulkId } }) => link('Undo', `/admin/people?undo=${segment(bulkId)}`),
    changesScreens: false,
    isImpersonal: true,
  }),
  /** For unknown types, and known ones with an unexpected payload. The server never sends it. */
  OTHER: defineNotificationType({
    payload: z.object({ ...byAnyone, programName: z.nullish(z.string()) }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(' accomplished something'),
      ...inProgram(programName),
      plain('.'),
    ],
    link: () => null,
    changesScreens: false,
  }),
};
