import * as z from 'zod/mini';
import { instant } from '#contract/text.ts';
import type { NotificationType } from './notifications.ts';
import { notificationTypes } from './notificationTypes.ts';

interface Kind {
  kind: string;
  label: string;
}

/** The kinds of notifications that a person can switch off: all types of the registry that have a `setting`. */
export const bellKinds: readonly Kind[] = Object.entries(notificationTypes).flatMap(([kind, definition]) =>
  'setting' in definition && definition.setting ? [{ kind, label: definition.setting }] : [],
);
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

/** GET and PUT /api/notification-settings. */
export const notificationSettingsSchema = z.object({
  /** The kinds that the person has switched off. */
  bellOff: z.array(kindOf(bellKinds)).check(z.maxLength(100)),
  mailOff: z.array(kindOf(mailKinds)).check(z.maxLength(100)),
  /** End of the mute: until then, notifications wait and no mail about unread messages is sent. Null: not muted. */
  mutedUntil: z.nullable(instant),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** A type that is useful only at the moment of the event. It is not delivered after a mute. */
export const isOnlyLive = (type: NotificationType) =>
  'isUnlisted' in notificationTypes[type] && Boolean(notificationTypes[type].isUnlisted);
