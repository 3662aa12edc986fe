import * as z from 'zod/mini';
import { fullName } from '#contract/people.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import {
  composeSessionMail,
  findSessionOfReceiver,
  inOneLine,
  type SessionMailDeps,
  sessionLink,
  whenText,
} from '#server/learning/coaching/sessionMail.ts';
import { hasMailOff } from '#server/outbox/index.ts';
import { writeCalendar } from './icalendar.ts';

const SWITCH_OFF = 'You can switch off these emails in your profile under Notifications.';

/** What the mail says about a session and about the attached entry, by what happened to the session. */
const texts = {
  confirmed: {
    subject: (name: string) => `Coaching session with ${name}`,
    line: (name: string, when: string) => `Your coaching session with ${name} is confirmed for ${when}.`,
    entry: 'The attached entry adds the session to your calendar.',
  },
  changed: {
    subject: (name: string) => `Changed: coaching session with ${name}`,
    line: (name: string, when: string) => `Your coaching session with ${name} has changed. It is on ${when}.`,
    entry: 'The attached entry changes the session in your calendar.',
  },
  cancelled: {
    subject: (name: string) => `Cancelled: coaching session with ${name}`,
    line: (name: string, when: string) =>
      `Your coaching session with ${name} was cancelled. It was planned for ${when}.`,
    entry: 'The attached entry removes the session from your calendar.',
  },
};

export const calendarMailKind = {
  name: 'mail-coaching-calendar',
  payload: z.object({ sessionId: randomId, userId: z.int(), sequence: z.int() }),
};

/** Sends the calendar entry of a session to both people, after its time, its place or its state changed. */
export async function enqueueCalendarMail(
  tx: TenantTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, learnerId, peerId, sequence }: { id: string; learnerId: number; peerId: number; sequence: number },
) {
  for (const userId of [learnerId, peerId])
    await jobs.enqueue(tx, calendarMailKind, { sessionId: id, userId, sequence });
}

/** Mails the calendar entry, unless a later change has its own mail. */
export async function mailCalendarEntry(
  { pool, mail, publicOrigin, now }: SessionMailDeps,
  {
    tenantId,
    sessionId,
    userId,
    sequence,
  }: { tenantId: number; sessionId: string; userId: number; sequence: number },
): Promise<void> {
  const found = await readTenant(pool, tenantId, async (tx) => {
    if (await hasMailOff(tx, userId, 'COACHING_CALENDAR')) return null;
    const one = await findSessionOfReceiver(tx, { sessionId, userId });
    return one?.session.sequence === sequence ? one : null;
  });
  if (!found || !['scheduled', 'cancelled'].includes(found.session.state)) return;
  const { session, receiver, other } = found;
  const isCancelled = session.state === 'cancelled';
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const name = inOneLine(fullName(other));
  const content = await writeCalendar({
    method,
    timeZone: receiver.timeZone,
    invitation: { from: mail.from, to: receiver },
    entries: [
      {
        sessionId,
        sequence,
        isCancelled,
        startsAt: session.startsAt,
        minutes: session.minutes,
        changedAt: now(),
        other,
        place: session.place,
        link: sessionLink(publicOrigin, session),
      },
    ],
  });
  const { subject, line, entry } =
    texts[isCancelled ? 'cancelled' : sequence === 0 ? 'confirmed' : 'changed'];
  await mail.send({
    ...composeSessionMail(found, publicOrigin, {
      key: 'calendar',
      subject: subject(name),
      lines: [line(name, whenText(found))],
      footer: `${entry} ${SWITCH_OFF}`,
    }),
    calendar: { method, content },
  });
}
