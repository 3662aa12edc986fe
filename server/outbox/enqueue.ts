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

/** PostgreSQL takes 65,535 values in one statement. */
const BATCH = 1_000;

/** Written in the transaction that caused it: either both are there or neither. */
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
