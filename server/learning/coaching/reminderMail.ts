import { fullName } from '#contract/people.ts';
import { eq } from '#server/db/drizzle.ts';
import { coachingBookings } from '#server/db/schema/coaching.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { hasMailOff } from '#server/outbox/index.ts';
import type { StartsIn } from './reminders.ts';
import {
  composeSessionMail,
  findSessionOfReceiver,
  inOneLine,
  type SessionMailDeps,
  whenText,
} from './sessionMail.ts';

const FOOTER = 'You can switch off these reminders in your profile under Notifications.';

/** Mails a reminder of a session, unless it was moved or cancelled in the meantime, or has begun. */
export async function mailReminder(
  { pool, mail, publicOrigin, now }: SessionMailDeps,
  {
    tenantId,
    sessionId,
    userId,
    startsIn,
  }: { tenantId: number; sessionId: string; userId: number; startsIn: StartsIn },
): Promise<void> {
  const found = await readTenant(pool, tenantId, async (tx) => {
    if (await hasMailOff(tx, userId, 'COACHING_REMINDERS')) return null;
    const one = await findSessionOfReceiver(tx, { sessionId, userId });
    if (one?.session.state !== 'scheduled' || one.session.startsAt <= now()) return null;
    const [booking] = await tx
      .select({
        dayReminderAt: coachingBookings.dayReminderAt,
        soonReminderAt: coachingBookings.soonReminderAt,
      })
      .from(coachingBookings)
      .where(eq(coachingBookings.sessionId, sessionId))
      .limit(1);
    const isCurrent = startsIn === '24_hours' ? booking?.dayReminderAt : booking?.soonReminderAt;
    return isCurrent ? one : null;
  });
  if (!found) return;
  const name = inOneLine(fullName(found.other));
  await mail.send(
    composeSessionMail(found, publicOrigin, {
      key: startsIn,
      subject:
        startsIn === '24_hours'
          ? `Reminder: coaching session with ${name} in 24 hours`
          : `Coaching session with ${name} in 10 minutes`,
      lines: [`Your coaching session with ${name} is on ${whenText(found)}.`],
      footer: FOOTER,
    }),
  );
}
