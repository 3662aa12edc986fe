import type { BulkAction } from '#contract/administration/bulk.ts';
import {
  COMMENTS_TARGET,
  changeTarget,
  EXPORT_TARGET,
  INVITATION_TARGET,
  JOIN_REQUESTS_TARGET,
  LAUNCH_TARGET,
  TIMES_TARGET,
  topicTarget,
} from './linkTargets.ts';
import type { NotificationType, Payloads } from './notifications.ts';

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
/** What the list of the bell shows of a type. */
export interface NotificationText<Payload> {
  text: (payload: Payload, who: Actor) => TextPart[];
  /** Null if the notification has no target screen. */
  link: (payload: Payload) => NotificationLink | null;
}

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
const SERIES_CANCELLED = 'cancelled your coaching session and the later sessions of its series';
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

/**
 * The texts and links of all types, with the exact texts of the product owner (decision 0020). A type without an entry does not
 * compile. They are loaded with the list, because the badge does not need them.
 */
export const notificationTexts: { [T in NotificationType]: NotificationText<Payloads[T]> } = {
  LEARNER_UPDATED_PROGRAM_GOALS: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} updated goals in: `),
      strong(programName),
      plain('.'),
    ],
    link: (payload) => topicsLink(payload),
  },
  LEARNER_COMPLETED_TOPIC: {
    text: ({ programName, extraPayload: { behaviorName } }, who) => [
      strong(who.name),
      plain(' completed the topic '),
      strong(behaviorName),
      ...inProgram(programName),
    ],
    link: (payload) => topicsLink(payload, payload.extraPayload.topicId),
  },
  LEARNER_COMPLETED_ALL_TOPICS: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} completed all selected topics`),
      ...inProgram(programName),
    ],
    link: (payload) => topicsLink(payload),
  },
  SCHEDULE_SESSION_REMINDER: {
    text: ({ programName }) => [
      plain('A friendly reminder to schedule a session'),
      ...inProgram(programName),
      plain('.'),
    ],
    link: ({ programId }) =>
      programId ? link('Schedule session', `${programPath(programId)}/plan-session`) : null,
  },
  CONTINUE_PROGRAM_REMINDER: {
    text: ({ programName }) => [
      plain('A friendly reminder to continue with the program '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('Continue program', programPath(programId)),
  },
  COMPLETE_SURVEY_REMINDER: {
    text: ({ surveyName }) => [
      plain('You have been invited to participate in the survey: '),
      strong(surveyName),
    ],
    // The notification does not know whether the survey is still open, or answered.
    link: ({ surveyId }) => link('View survey', `/survey/participate/${segment(surveyId)}`),
  },
  FEEDBACK_RELEASED: {
    text: ({ surveyName }) => [plain('The report of your 360 feedback is ready: '), strong(surveyName)],
    link: ({ surveyId }) => link('View feedback', `/survey/results/${segment(surveyId)}?show=feedback`),
  },
  MANAGER_UPDATED_USER_OBJECTIVE: {
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} modified your growth objectives.`)],
    link: ({ extraPayload }) => link('See change', changePath(extraPayload ?? {})),
  },
  NEW_INTERACTIVE_CONTENT_UPLOADED: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} uploaded new interactive challenge content to `),
      strong(programName),
    ],
    link: ({ programId, extraPayload }) =>
      link(
        'View program',
        `${programPath(programId)}${extraPayload?.topicId ? `#${topicTarget(segment(extraPayload.topicId))}` : ''}`,
      ),
  },
  INVITED_TO_PROGRAM: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} invited you to the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) => link('View invitation', `${programPath(programId)}#${INVITATION_TARGET}`),
  },
  PROGRAM_LAUNCH_FAILED: {
    text: ({ programName }) => [
      plain('Not everyone was invited to '),
      strong(programName),
      plain('. Launch the program again to invite the remaining people.'),
    ],
    link: ({ programId }) => link('View program', `/admin/programs/create/${segment(programId)}/purpose`),
  },
  PROGRAM_LAUNCH_REQUESTED: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${asks(who)} you to launch the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) =>
      link('Review program', `/admin/programs/create/${segment(programId)}/review#${LAUNCH_TARGET}`),
  },
  PROGRAM_LAUNCH_ANSWERED: {
    text: ({ programName, extraPayload: { answer } }, who) => [
      strong(who.name),
      plain(answer === 'launched' ? ' launched your program ' : ' sent back your program '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) =>
      link('View program', `/admin/programs/create/${segment(programId)}/review#${LAUNCH_TARGET}`),
  },
  PROGRAM_JOIN_REQUESTED: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${asks(who)} to join the program `),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId }) =>
      link('Answer request', `/admin/programs/create/${segment(programId)}/purpose#${JOIN_REQUESTS_TARGET}`),
  },
  PROGRAM_JOIN_ANSWERED: {
    text: ({ programName, extraPayload: { accepted } }, who) => [
      strong(who.name),
      plain(accepted ? ' accepted your request to join ' : ' declined your request to join '),
      strong(programName),
      plain('.'),
    ],
    link: ({ programId, extraPayload: { accepted } }) =>
      accepted ? link('Select topics', programPath(programId)) : link('View programs', '/program'),
  },
  PROGRAM_COACH_MISSING: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(` ${has(who)} no coach in the program `),
      strong(programName),
      plain(', because no coach can take more learners.'),
    ],
    link: ({ programId }) => link('Change program', `/admin/programs/create/${segment(programId)}/purpose`),
  },
  TOPIC_REVIEW_REQUESTED: {
    text: ({ extraPayload: { topicTitle } }, who) => [
      strong(who.name),
      plain(` ${asks(who)} for a review of the topic `),
      strong(topicTitle),
      plain('.'),
    ],
    link: ({ extraPayload: { topicId } }) => link('Review topic', `/content/topics/${segment(topicId)}`),
  },
  TOPIC_REVIEW_ANSWERED: {
    text: ({ extraPayload: { topicTitle, answer } }, who) => [
      strong(who.name),
      plain(answer === 'published' ? ' published your topic ' : ' asked for changes in your topic '),
      strong(topicTitle),
      plain('.'),
    ],
    link: ({ extraPayload: { topicId } }) => link('View topic', `/content/topics/${segment(topicId)}`),
  },
  COACHING_SESSION_CHANGED: {
    text: ({ programName, extraPayload: { change, following } }, who) =>
      change === 'ended'
        ? [
            plain('Your coaching session with '),
            strong(who.name),
            ...inProgram(programName),
            plain(' was cancelled, because their account was deactivated.'),
          ]
        : [
            strong(who.name),
            plain(` ${has(who)} ${following ? SERIES_CANCELLED : sessionChanges[change]}`),
            ...inProgram(programName),
            plain('.'),
          ],
    link: ({ programId, extraPayload: { sessionId, change } }) =>
      change === 'proposed'
        ? link('Choose a time', `${sessionPath(programId, sessionId)}#${TIMES_TARGET}`)
        : link('View session', sessionPath(programId, sessionId)),
  },
  COACHING_SESSION_REMINDER: {
    text: ({ extraPayload: { startsIn } }, who) => [
      plain('Your coaching session with '),
      strong(who.name),
      plain(startsIn === '24_hours' ? ' starts in 24 hours.' : ' starts in 10 minutes.'),
    ],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('View session', sessionPath(programId, sessionId)),
  },
  PEER_JOINED_SESSION: {
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} joined your coaching session.`)],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('Join Now', `${sessionPath(programId, sessionId)}&show=join`),
  },
  PEER_LEFT_SESSION: {
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} left your coaching session.`)],
    link: ({ programId, extraPayload: { sessionId } }) =>
      link('View session', sessionPath(programId, sessionId)),
  },
  CHECK_IN_COMMENTED: {
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} commented on your check-in.`)],
    link: ({ extraPayload: { week } }) =>
      link('View comment', `/checkin?week=${segment(week)}#${COMMENTS_TARGET}`),
  },
  CHECK_IN_REMINDER: {
    text: (_payload, who) => [strong(who.name), plain(` ${has(who)} reminded you to send your check-in.`)],
    link: () => link('Check in', '/checkin'),
  },
  CHECK_IN_OPENED: {
    text: () => [plain('Your new check-in is open.')],
    link: () => link('Check in', '/checkin'),
  },
  CHECK_IN_DUE: {
    text: () => [plain('A reminder to send your check-in before it is late.')],
    link: () => link('Check in', '/checkin'),
  },
  WEBHOOK_SWITCHED_OFF: {
    text: ({ extraPayload: { host } }) => [
      plain('The webhook endpoint '),
      strong(host),
      plain(' was switched off, because it accepted no message for days.'),
    ],
    link: () => link('View webhooks', '/admin/settings/webhooks'),
  },
  DATA_EXPORT_READY: {
    text: () => [plain('The export of your data is ready. You can download it for 7 days.')],
    link: () => link('View export', `/profile/my-data#${EXPORT_TARGET}`),
  },
  BULK_CHANGE_DONE: {
    text: ({ extraPayload: { action, people } }) => [
      plain(`${BULK_TEXTS[action] ?? 'You changed'} `),
      strong(people === 1 ? '1 person' : `${people} people`),
      plain('. You can undo this within 10 minutes.'),
    ],
    link: ({ extraPayload: { bulkId } }) => link('Undo', `/admin/people?undo=${segment(bulkId)}`),
  },
  OTHER: {
    text: ({ programName }, who) => [
      strong(who.name),
      plain(' accomplished something'),
      ...inProgram(programName),
      plain('.'),
    ],
    link: () => null,
  },
};
