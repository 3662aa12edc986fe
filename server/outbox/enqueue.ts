import type { NotificationMessage } from '#contract/notifications.ts';
import { newId } from '../db/ids.ts';
import { notificationsOutbox } from '../db/schema/outbox.ts';
import type { TenantTransaction } from '../db/withTenant.ts';

export interface NotificationToSend {
  receiverId: number;
  /** The same event has the same key, however often it is reported. */
  dedupeKey: string;
  body: NotificationMessage;
}

/** Written in the transaction that caused it: either both are there or neither. */
export async function enqueueNotifications(
  tx: TenantTransaction,
  notifications: NotificationToSend[],
  now: Date,
) {
  if (notifications.length === 0) return;
  await tx
    .insert(notificationsOutbox)
    .values(
      notifications.map((notification) => ({
        id: newId(),
        tenantId: tx.tenantId,
        ...notification,
        createdAt: now,
        notBefore: now,
      })),
    )
    .onConflictDoNothing({ target: [notificationsOutbox.tenantId, notificationsOutbox.dedupeKey] });
}
