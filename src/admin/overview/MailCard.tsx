import type { AdminOverview } from '#contract/administration/admin.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useMailTest } from './useMailTest.ts';

/** The state of email delivery, with a test. */
export function MailCard({ lastMailTest }: Pick<AdminOverview, 'lastMailTest'>) {
  const { send, isBusy, text } = useMailTest(lastMailTest);
  return (
    <section className="card" aria-labelledby="email">
      <div className="card-head">
        <h2 className="title-3" id="email">
          Email
        </h2>
      </div>
      <p className="text-2 mail-result">{text}</p>
      <Button small busy={isBusy} onClick={send}>
        Send test email
      </Button>
    </section>
  );
}
