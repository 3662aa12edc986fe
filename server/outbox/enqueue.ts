import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { newId } from '#server/db/ids.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { storedContext } from '#server/tracing/requestContext.ts';
import { findRestrictions } from './notificationSettings.ts';

export interface NotificationToSend {
  receiverId: number;
  /** The same event always has the same key, so it is sent once. */
  dedupeKey: string;
  body: NotificationMessage;
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const BATCH = 1_000;

/**
 * Adds notifications in the transaction that causes them, so that both are committed or neither is. Skips notifications
 * that a receiver has switched off. Those for a muted receiver wait until the mute ends.
 */
export async function enqueueNotifications(
  tx: TenantTransaction,
  notifications: NotificationToSend[],
  now: Date,
) {
  for (let at = 0; at < notifications.length; at += BATCH) {
    const batch = notifications.slice(at, at + BATCH);
    const restrictions = await findRestrictions(tx, batch, now);
    const values = batch.flatMap((notification) => {
      const { isOff, notBefore } = restrictions(notification);
      return isOff
        ? []
        : [
            {
              id: newId(),
              tenantId: tx.tenantId,
              ...notification,
              ...storedContext(),
              createdAt: now,
              notBefore,
            },
          ];
    });
    if (values.length === 0) continue;
    await tx
      .insert(notificationsOutbox)
      .values(values)
      .onConflictDoNothing({ target: [notificationsOutbox.tenantId, notificationsOutbox.dedupeKey] });
  }
}
