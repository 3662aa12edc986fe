import * as z from 'zod/mini';
import { type NotificationTypeDefinition, notificationTypes } from './notificationTypes.ts';

export type NotificationType = keyof typeof notificationTypes;
export type Payloads = { [T in NotificationType]: z.infer<(typeof notificationTypes)[T]['payload']> };

/** A notification in the client's store. */
export type Notification<T extends NotificationType = NotificationType> = {
  [K in T]: { type: K; payload: Payloads[K] };
}[T];

/** A message on a user's notification channel, published by the server. `userId` is the person who acted. */
export type NotificationMessage<T extends NotificationType = Exclude<NotificationType, 'OTHER'>> = {
  [K in T]: { notificationType: K; payload: Payloads[K] };
}[T];

const definitions: { [T in NotificationType]: NotificationTypeDefinition<Payloads[T]> } = notificationTypes;
export const definitionOf = <T extends NotificationType>(type: T): NotificationTypeDefinition<Payloads[T]> =>
  definitions[type];

const messageSchema = z.object({
  notificationType: z.string().check(z.minLength(1), z.maxLength(80)),
  payload: z.record(z.string(), z.unknown()),
});
const isKnown = (type: string): type is NotificationType => Object.hasOwn(notificationTypes, type);

/**
 * The notification of a message, and an error if the message does not match the contract. Unknown types and unexpected
 * payloads become OTHER, so that the list shows them with a general text.
 */
export function parseNotification(message: unknown): {
  notification: Notification | null;
  error: z.core.$ZodError | null;
} {
  const envelope = messageSchema.safeParse(message);
  if (!envelope.success) return { notification: null, error: envelope.error };
  const { notificationType, payload } = envelope.data;
  const type = isKnown(notificationType) ? notificationType : 'OTHER';
  const parsed = notificationTypes[type].payload.safeParse(payload);
  // The schema of the type has just checked the payload, which the compiler cannot follow.
  if (parsed.success) return { notification: { type, payload: parsed.data } as Notification, error: null };
  const other = notificationTypes.OTHER.payload.safeParse(payload);
  return { notification: other.success ? { type: 'OTHER', payload: other.data } : null, error: parsed.error };
}
