import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { fullName } from '#contract/people.ts';
import { inArray } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { escapeHtml, type Mail, type MailSender, mailPage } from '#server/mail/index.ts';
import { findLocale } from '#server/people/index.ts';
import { type FullSession, findSessions, otherOf } from './coachingRepository.ts';

const MINUTE_MS = 60_000;
export const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export interface SessionMailDeps {
  pool: Pool;
  mail: Pick<MailSender, 'send' | 'from'>;
  publicOrigin: string;
  now: () => Date;
}

type Person = typeof users.$inferSelect;
export interface SessionOfReceiver {
  session: FullSession & { startsAt: Date };
  receiver: Person;
  other: Person;
  locale: string;
}

export const sessionLink = (publicOrigin: string, { programId, id }: Pick<FullSession, 'programId' | 'id'>) =>
  `${publicOrigin}/program/${programId}/coaching/${id}?type=remote`;

/** A session that has a time, with its two people; null when the receiver gets no mail. */
export async function findSessionOfReceiver(
  tx: TenantTransaction,
  { sessionId, userId }: { sessionId: string; userId: number },
): Promise<SessionOfReceiver | null> {
  const [session] = await findSessions(tx, { sessionId, userId });
  if (!session?.startsAt) return null;
  const otherId = otherOf(session, userId);
  const people = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [userId, otherId]));
  const receiver = people.find(({ id }) => id === userId);
  const other = people.find(({ id }) => id === otherId);
  if (receiver?.status !== 'active' || !other) return null;
  const { startsAt } = session;
  return { session: { ...session, startsAt }, receiver, other, locale: await findLocale(tx, userId) };
}

/** The day and time of a session, as its receiver writes them. */
export function whenText({ session: { startsAt, minutes }, receiver, locale }: SessionOfReceiver): string {
  const { timeZone } = receiver;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone }).format(startsAt);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).formatRange(
    startsAt,
    new Date(startsAt.getTime() + minutes * MINUTE_MS),
  );
  return `${day}, ${time} (time zone ${timeZone})`;
}

/** A mail about a session. `key` identifies its subject, so that a retry sends the same mail. */
export function composeSessionMail(
  { session, receiver, other }: SessionOfReceiver,
  publicOrigin: string,
  { key, subject, lines, footer }: { key: string; subject: string; lines: string[]; footer: string },
): Mail {
  const texts = [`Hello ${inOneLine(receiver.firstName)},`, ...lines];
  const link = sessionLink(publicOrigin, session);
  const paragraph = (line: string) => `<p style="margin:0 0 16px"><bdi>${escapeHtml(line)}</bdi></p>`;
  return {
    id: hash('sha256', `${key} ${session.id} ${session.sequence} ${receiver.id}`).slice(0, 16),
    to: { name: inOneLine(fullName(receiver)), address: receiver.email },
    about: other.email,
    subject,
    text: `${[...texts, `View session: ${link}`, footer].join('\n\n')}\n`,
    html: mailPage(
      subject,
      [
        ...texts.map(paragraph),
        `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">View session</a></p>`,
        `<p style="margin:0 0 16px;font-size:14px">${escapeHtml(footer)}</p>`,
      ].join('\n'),
    ),
  };
}
