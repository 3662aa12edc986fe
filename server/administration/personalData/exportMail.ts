import { EXPORT_KEPT_MS } from '#contract/administration/dataRequests.ts';
import { EXPORT_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { dataRequests } from '#server/db/schema/personalData.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { escapeHtml, type Mail, mailPage } from '#server/mail/index.ts';
import type { PersonalDataDeps } from './deps.ts';

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Mails the link to a finished export. The link requires a sign-in, so the mail alone gives no access. */
export async function mailExport(
  { pool, mail, publicOrigin }: Pick<PersonalDataDeps, 'pool' | 'mail' | 'publicOrigin'>,
  { tenantId, requestId }: { tenantId: number; requestId: string },
): Promise<void> {
  const [row] = await readTenant(pool, tenantId, (tx) =>
    tx
      .select({ person: users, endedAt: dataRequests.endedAt })
      .from(dataRequests)
      .innerJoin(users, eq(users.id, dataRequests.userId))
      .where(and(eq(dataRequests.id, requestId), eq(users.status, 'active'))),
  );
  if (!row?.endedAt) return;
  await mail.send(exportMail(requestId, row.person, row.endedAt, publicOrigin));
}

function exportMail(
  id: string,
  person: Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email' | 'locale' | 'timeZone'>,
  readyAt: Date,
  publicOrigin: string,
): Mail {
  const { locale, timeZone } = person;
  const until = new Intl.DateTimeFormat(locale ?? 'en-US', { dateStyle: 'medium', timeZone }).format(
    new Date(readyAt.getTime() + EXPORT_KEPT_MS),
  );
  const subject = 'Your data export is ready';
  const link = `${publicOrigin}/profile/my-data#${EXPORT_TARGET}`;
  const lines = [
    `Hello ${inOneLine(person.firstName)},`,
    `The copy of your data that you asked for is ready. You can download it until ${until}. You need to sign in.`,
  ];
  const after = 'If you did not ask for it, change your password and tell your administrator.';
  const paragraph = (line: string) => `<p style="margin:0 0 16px"><bdi>${escapeHtml(line)}</bdi></p>`;
  return {
    id,
    to: { name: inOneLine(fullName(person)), address: person.email },
    subject,
    text: `${[...lines, `Download your data: ${link}`, after].join('\n\n')}\n`,
    html: mailPage(
      subject,
      [
        ...lines.map(paragraph),
        `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">Download your data</a></p>`,
        paragraph(after),
      ].join('\n'),
    ),
  };
}
