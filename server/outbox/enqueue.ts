import type { NotificationMessage } from '#contract/notifications.ts';
import { newId } from '#server/db/ids.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

export interface NotificationToSend {
  receiverId: number;
  /** The same event always has the same key, so that it is sent once. */
  dedupeKey: string;
  body: NotificationMessage;
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const BATCH = 1_000;

/** Adds notifications in the transaction that causes them, so that both are committed or neither. */
export async function enqueueNotifications(
  tx: TenantTransaction,
  notifications: NotificationToSend[],
  now: Date,
) {
  for (let at = 0; at < notifications.length; at += BATCH)
    await tx
      .insert(notificationsOutbox)
      .values(
        notifications.slice(at, at + BATCH).map((notification) => ({
          id: newId(),
          tenantId: tx.tenantId,
          ...notification,
          createdAt: now,
          notBefore: now,
        })),
      )
      .onConflictDoNothing({ target: [notificationsOutbox.tenantId, notificationsOutbox.dedupeKey] });
}
