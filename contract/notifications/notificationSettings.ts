import * as z from 'zod/mini';
import type { SessionUser } from '#contract/access/session.ts';
import { instant } from '#contract/text.ts';
import { definitionOf, type NotificationType } from './notifications.ts';

interface Kind {
  kind: string;
  label: string;
}

/** The setting that switches a type off. Null: always delivered; the registry says why. */
const bellSettings: Record<NotificationType, string | null> = {
  LEARNER_UPDATED_PROGRAM_GOALS: 'One of my learners selected other topics',
  LEARNER_COMPLETED_TOPIC: 'A topic is completed',
  LEARNER_COMPLETED_ALL_TOPICS: 'All topics of a program are completed',
  SCHEDULE_SESSION_REMINDER: 'Reminders to schedule a session',
  CONTINUE_PROGRAM_REMINDER: 'Reminders to continue a program',
  COMPLETE_SURVEY_REMINDER: 'Invitations and reminders to answer a survey',
  FEEDBACK_RELEASED: 'The report of my 360 feedback is ready',
  MANAGER_UPDATED_USER_OBJECTIVE: 'My manager changed one of my objectives',
  NEW_INTERACTIVE_CONTENT_UPLOADED: 'New challenges in my programs',
  INVITED_TO_PROGRAM: 'Invitations to a program',
  PROGRAM_LAUNCH_FAILED: null,
  PROGRAM_LAUNCH_REQUESTED: null,
  PROGRAM_LAUNCH_ANSWERED: 'An administrator launched my program or sent it back',
  PROGRAM_JOIN_REQUESTED: 'Someone asks to join one of my programs',
  PROGRAM_JOIN_ANSWERED: 'My request to join a program is answered',
  PROGRAM_COACH_MISSING: 'Someone joined one of my programs, and no coach was free',
  TOPIC_REVIEW_REQUESTED: 'Another author asks for a review of a topic',
  TOPIC_REVIEW_ANSWERED: 'A topic of mine is reviewed',
  COACHING_SESSION_CHANGED: 'My coaching sessions: proposed, confirmed and cancelled times',
  COACHING_SESSION_REMINDER: 'Reminders of my coaching sessions',
  PEER_JOINED_SESSION: 'Someone has joined my coaching session',
  PEER_LEFT_SESSION: null,
  CHECK_IN_COMMENTED: 'My manager commented on one of my check-ins',
  CHECK_IN_REMINDER: 'Reminders from my manager to send a check-in',
  CHECK_IN_OPENED: 'A new check-in opens',
  CHECK_IN_DUE: 'My check-in is due today',
  WEBHOOK_SWITCHED_OFF: null,
  DATA_EXPORT_READY: null,
  BULK_CHANGE_DONE: null,
  OTHER: null,
};

/** The kinds of notifications that a person can switch off. */
export const bellKinds: readonly Kind[] = Object.entries(bellSettings).flatMap(([kind, label]) =>
  label === null ? [] : [{ kind, label }],
);
type Roles = SessionUser['roles'];
const leadsPrograms = ({ isAdmin, hasReports, ownsProgram }: Roles) =>
  isAdmin || hasReports || ownsProgram === true;
/** Who gets the kinds that not everyone can get. */
const bellReceivers: Partial<Record<string, (roles: Roles) => boolean>> = {
  LEARNER_UPDATED_PROGRAM_GOALS: ({ hasReports, isCoach }) => hasReports || isCoach === true,
  PROGRAM_LAUNCH_ANSWERED: leadsPrograms,
  PROGRAM_JOIN_REQUESTED: leadsPrograms,
  PROGRAM_COACH_MISSING: leadsPrograms,
  TOPIC_REVIEW_REQUESTED: ({ mayAuthor }) => mayAuthor,
  TOPIC_REVIEW_ANSWERED: ({ mayAuthor }) => mayAuthor,
} satisfies Partial<Record<NotificationType, (roles: Roles) => boolean>>;

/** The kinds that a person with these roles can get. */
export const bellKindsOf = (roles: Roles): readonly Kind[] =>
  bellKinds.filter(({ kind }) => bellReceivers[kind]?.(roles) ?? true);

/** The kinds of mail that a person can switch off. Mail about the account and about requested data is always sent. */
export const mailKinds = [
  { kind: 'UNREAD_MESSAGES', label: 'Messages I have not read' },
  { kind: 'COACHING_REMINDERS', label: 'Reminders of my coaching sessions' },
  { kind: 'COACHING_CALENDAR', label: 'Calendar entries for my coaching sessions' },
] as const satisfies readonly Kind[];
export type MailKind = (typeof mailKinds)[number]['kind'];

const kindOf = (kinds: readonly Kind[]) =>
  z
    .string()
    .check(
      z.refine((text) => kinds.some(({ kind }) => kind === text), { error: 'is not a kind of notification' }),
    );

/** GET /api/notification-settings. */
export const notificationSettingsSchema = z.object({
  /** The kinds that the person has switched off. */
  bellOff: z.array(kindOf(bellKinds)).check(z.maxLength(100)),
  mailOff: z.array(kindOf(mailKinds)).check(z.maxLength(100)),
  /** End of the mute: until then, notifications wait and no mail about unread messages is sent. Null: not muted. */
  mutedUntil: z.nullable(instant),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** PUT /api/notification-settings. Settings that are left out stay as they are. */
export const notificationSettingsChangeSchema = z.partial(notificationSettingsSchema).check(
  z.refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'changes nothing',
  }),
);
export type NotificationSettingsChange = z.infer<typeof notificationSettingsChangeSchema>;

/** A type that is useful only at its time. It is not delivered after a mute. */
export function isDroppedWhileMuted(type: NotificationType): boolean {
  const { isUnlisted, isDroppedByMute } = definitionOf(type);
  return isUnlisted === true || isDroppedByMute === true;
}
