import type { AdminOverview, MailOutcome, MailTest } from '#contract/administration/admin.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useTestMailMutation } from '#store/admin/adminApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

const TEXTS: Record<MailOutcome, (test: MailTest) => string> = {
  accepted: ({ to, answer }) => `The mail server accepted the test email to ${to}: ${answer}`,
  shown: ({ to }) => `This deployment sends no email. The test email to ${to} is shown at /dev/mail.`,
  'not-sent': () =>
    'The server has no mail server: email is written to files, and no one receives it. Set SMTP_URL.',
  refused: ({ to, answer }) => `The mail server refused the test email to ${to}: ${answer}`,
  failed: ({ answer }) => `The test email could not be sent: ${answer}`,
};

const LAST: Record<MailOutcome, (day: string) => string> = {
  accepted: (day) => `The mail server accepted the last test email on ${day}.`,
  shown: (day) => `The last test email was shown at /dev/mail on ${day}.`,
  'not-sent': (day) => `The test email from ${day} was not sent, because the server has no mail server.`,
  refused: (day) => `The mail server refused the last test email on ${day}.`,
  failed: (day) => `The last test email could not be sent on ${day}.`,
};

/** The test email. The set-up step and the card that replaces it share the call and its result. */
export function useMailTest(last: AdminOverview['lastMailTest']) {
  const { dayAndTime } = useFormats();
  const [testMail, { isLoading, data, error }] = useTestMailMutation({ fixedCacheKey: 'mail test' });
  return {
    send: () => void testMail(),
    isBusy: isLoading,
    /** The result of this test, otherwise of the last one; null if there is none. */
    text: data
      ? TEXTS[data.outcome](data)
      : error
        ? problemOf(error).message
        : last && LAST[last.outcome](dayAndTime(last.at)),
  };
}
