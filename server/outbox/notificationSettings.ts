import {
  isDroppedWhileMuted,
  type MailKind,
  type NotificationSettings,
  type NotificationSettingsChange,
} from '#contract/notifications/notificationSettings.ts';
import { and, eq, gt, inArray, isNull } from '#server/db/drizzle.ts';
import { mailDigests } from '#server/db/schema/chat.ts';
import { notificationsOutbox } from '#server/db/schema/outbox.ts';
import { notificationSettings } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { NotificationToSend } from './enqueue.ts';

export async function readSettings(
  tx: TenantTransaction,
  { userId }: Pick<Viewer, 'userId'>,
  now: Date,
): Promise<NotificationSettings> {
  const [row] = await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  const mutedUntil = row?.mutedUntil && row.mutedUntil > now ? row.mutedUntil.toISOString() : null;
  return { bellOff: row?.bellOff ?? [], mailOff: row?.mailOff ?? [], mutedUntil };
}

/** Saves the settings. Notifications and mail that wait for the end of a mute get the new end. */
export async function saveSettings(
  tx: TenantTransaction,
  { userId }: Viewer,
  { bellOff, mailOff, mutedUntil }: NotificationSettingsChange,
  now: Date,
) {
  const until = mutedUntil == null ? null : new Date(mutedUntil);
  const former = await mutedUntilOf(tx, userId, now);
  const values = {
    ...(bellOff && { bellOff: [...new Set(bellOff)] }),
    ...(mailOff && { mailOff: [...new Set(mailOff)] }),
    ...(mutedUntil !== undefined && { mutedUntil: until }),
  };
  await tx
    .insert(notificationSettings)
    .values({ tenantId: tx.tenantId, userId, ...values })
    .onConflictDoUpdate({
      target: [notificationSettings.tenantId, notificationSettings.userId],
      set: values,
    });
  if (mutedUntil === undefined) return;
  const notBefore = until ?? now;
  await tx
    .update(notificationsOutbox)
    .set({ notBefore })
    .where(
      and(
        eq(notificationsOutbox.receiverId, userId),
        isNull(notificationsOutbox.sentAt),
        isNull(notificationsOutbox.refusedAt),
        gt(notificationsOutbox.notBefore, now),
      ),
    );
  if (until || former)
    await tx
      .update(mailDigests)
      .set({ notBefore })
      .where(and(eq(mailDigests.receiverId, userId), isNull(mailDigests.endedAt)));
}

/** Whether each of these notifications is switched off by its receiver, and when it can be delivered. */
export async function findRestrictions(
  tx: TenantTransaction,
  notifications: readonly NotificationToSend[],
  now: Date,
) {
  const receivers = [...new Set(notifications.map(({ receiverId }) => receiverId))];
  const rows =
    receivers.length === 0
      ? []
      : await tx.select().from(notificationSettings).where(inArray(notificationSettings.userId, receivers));
  const byReceiver = new Map(rows.map((row) => [row.userId, row]));
  return ({ receiverId, body: { notificationType } }: NotificationToSend) => {
    const own = byReceiver.get(receiverId);
    const mutedUntil = own?.mutedUntil && own.mutedUntil > now ? own.mutedUntil : null;
    return {
      isOff:
        (own?.bellOff.includes(notificationType) ?? false) ||
        (mutedUntil !== null && isDroppedWhileMuted(notificationType)),
      notBefore: mutedUntil ?? now,
    };
  };
}

const settingsOf = async (tx: TenantTransaction, userId: number) => {
  const [row] = await tx
    .select({ mailOff: notificationSettings.mailOff, mutedUntil: notificationSettings.mutedUntil })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId));
  return row;
};

/** Whether the person has switched off this kind of mail. */
export const hasMailOff = async (tx: TenantTransaction, userId: number, kind: MailKind) =>
  (await settingsOf(tx, userId))?.mailOff.includes(kind) ?? false;

/** The end of a mute; null when the person is not muted. */
export async function mutedUntilOf(tx: TenantTransaction, userId: number, now: Date): Promise<Date | null> {
  const until = (await settingsOf(tx, userId))?.mutedUntil ?? null;
  return until && until > now ? until : null;
}
