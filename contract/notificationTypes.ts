import * as z from 'zod/mini';
import { changeTarget, topicTarget } from './linkTargets.ts';

/** A part of a notification's text. Names and other values are text, never markup (decision 0020). */
export interface TextPart {
  text: string;
  isStrong: boolean;
}
/** Who acted: one person by name, or several as '3 people'. */
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

/** All that client and server need to know about a type. A type without a required field does not compile. */
export interface NotificationTypeDefinition<Payload extends CommonPayload> {
  /** What the server has to send and the client accepts. */
  payload: z.ZodMiniType<Payload>;
  text: (payload: Payload, who: Actor) => TextPart[];
  /** Null if there is nothing to open. */
  link: (payload: Payload) => NotificationLink | null;
  /** Whether the event changes what open screens show; they are refetched when it arrives live. */
  changesScreens: boolean;
  /** The text does not name the person who acted. */
  isImpersonal?: true;
  /** Shown as an alert only, not in the list of the bell. */
  isUnlisted?: true;
}
export const defineNotificationType = <Payload extends CommonPayload>(
  definition: NotificationTypeDefinition<Payload>,
) => definition;

/** Additional text that may contain HTML; the client keeps a few tags. */
const text = z.nullish(z.string().check(z.maxLength(4_000)));
const byAnyone = { userId: z.nullish(z.number()), text };
const byPerson = { userId: z.number(), text };
const program = { programId: z.string(), programName: z.string() };

const plain = (value: string): TextPart => ({ text: value, isStrong: false });
const strong = (value: string): TextPart => ({ text: value, isStrong: true });
const has = ({ isMany }: Actor) => (isMany ? 'have' : 'has');
const inProgram = (name: string | null | undefined) => (name ? [plain(' in '), strong(name)] : []);

const link = (label: string, path: string, state: NotificationLink['state'] = null) => ({
  label,
  path,
  state,
});
const segment = (id: string | number) => encodeURIComponent(String(id));
const programPath = (programId: string) => `/program/${segment(programId)}`;
function topicsLink({ programId, userId }: { programId: string; userId: number }, topicId?: string | null) {
  const target = topicId ? `#${topicTarget(segment(topicId))}` : '';
  return link('View topics', `${programPath(programId)}/sessions/${segment(userId)}?show=topics${target}`, {
    showTopics: true,
  });
}

/** The change itself. Older notifications do not say which one; the profile lists those that await a response. */
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

/** The registry of notification types, with the owner's texts letter by letter (decision 0020). */
export const notificationTypes = {
  LEARNER_UPDATED_PROGRAM_GOALS: defineNotificationType({
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
  COMPLETE_SURVEY_REMINDER: defineNotificationType({
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
    payload: z.object({ ...byPerson, ...program }),
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} uploaded new interactive challenge content to `),
      strong(programName),
    ],
    link: ({ programId }) => link('View program', programPath(programId)),
    // It reaches thousands of people at once.
    changesScreens: false,
  }),
  /** The text is ours: the owner's list has no invitation. */
  INVITED_TO_PROGRAM: defineNotificationType({
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
  PEER_JOINED_SESSION: defineNotificationType({
    payload: z.object({
      ...byPerson,
      programId: z.string(),
      programName: z.nullish(z.string()),
      extraPayload: z.object({ sessionId: z.string() }),
    }),
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} joined your coaching session.`)],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('Join Now', `${programPath(programId)}/coaching/${segment(sessionId)}?type=remote`),
    changesScreens: false,
    isUnlisted: true,
  }),
  /** Any other type, and known ones with an unexpected payload. The server never sends it. */
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
