import { type AdminOverview, type MailTest, mailOutcome } from '#contract/administration/admin.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { auditEntries } from '#server/db/schema/audit.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { escapeHtml, MailRejected, type MailSender, mailPage } from '#server/mail/index.ts';

const ANSWER_MAX_LENGTH = 500;

export interface MailTestDeps {
  mail: Pick<MailSender, 'send'>;
  devMail: { usesSmtp: boolean; mailDirectory: string | null };
  publicOrigin: string;
}
interface Receiver {
  name: string;
  emailAddress: string;
  organisation: string;
}

/** Sends the mail now instead of queueing it, so that the administrator sees the mail server's response. */
export async function sendTestMail(
  { mail, devMail, publicOrigin }: MailTestDeps,
  { name, emailAddress, organisation }: Receiver,
): Promise<MailTest> {
  const subject = 'Test email from Trellis';
  const lines = [
    `${organisation} on Trellis can send email.`,
    `You asked for this test on the overview of the administration at ${publicOrigin}. There is nothing to do.`,
  ];
  const answered = (outcome: MailTest['outcome'], answer: string): MailTest => ({
    outcome,
    answer: answer.replace(/\s+/g, ' ').trim().slice(0, ANSWER_MAX_LENGTH),
    to: emailAddress,
  });
  try {
    const answer = await mail.send({
      id: newId(),
      to: { name, address: emailAddress },
      subject,
      text: `${lines.join('\n\n')}\n`,
      html: mailPage(
        subject,
        lines.map((line) => `<p style="margin:0 0 16px"><bdi>${escapeHtml(line)}</bdi></p>`).join('\n'),
      ),
    });
    if (devMail.usesSmtp) return answered('accepted', answer);
    return answered(devMail.mailDirectory === null ? 'not-sent' : 'shown', answer);
  } catch (error) {
    return answered(error instanceof MailRejected ? 'refused' : 'failed', (error as Error).message);
  }
}

/** The result of the last test, from the audit log. */
export async function readMailTest(tx: TenantTransaction): Promise<AdminOverview['lastMailTest']> {
  const [entry] = await tx
    .select({ at: auditEntries.at, details: auditEntries.details })
    .from(auditEntries)
    .where(eq(auditEntries.action, 'mail.tested'))
    .orderBy(desc(auditEntries.seq))
    .limit(1);
  if (!entry) return null;
  const { outcome } = JSON.parse(entry.details) as { outcome: { after: unknown } };
  return { outcome: mailOutcome.parse(outcome.after), at: entry.at.toISOString() };
}
