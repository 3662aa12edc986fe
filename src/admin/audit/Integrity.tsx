import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditIntegrity } from '#contract/administration/audit.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useCheckAuditLogMutation } from '#store/admin/auditApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { auditPath } from './auditAddress.ts';

/** The known integrity of the log. A fault cannot be dismissed. */
export function Integrity({ integrity }: { integrity: AuditIntegrity }) {
  const [check, { isLoading, error }] = useCheckAuditLogMutation();
  const { dayAndTime } = useFormats();
  const { fault, check: last } = integrity;
  const [Icon, title, text] = fault
    ? ([
        ShieldAlert,
        fault.seq === 1
          ? 'The log was changed, starting with its first entry'
          : `The log was changed after entry ${formatNumber(fault.seq - 1)}`,
        `What the check found at entry ${formatNumber(fault.seq)}: ${fault.reason}. Keep a copy of the database and ask who has access to it.`,
      ] as const)
    : last
      ? ([
          ShieldCheck,
          plural(last.entries, 'The log with 1 entry was intact', 'All # entries were intact'),
          `Checked ${dayAndTime(last.at)}, from the first entry to the signed head. Newer entries are checked when they are shown.`,
        ] as const)
      : ([
          ShieldQuestion,
          'The whole log has not been checked yet',
          'Only the entries that are shown and the signed head were checked.',
        ] as const);
  return (
    <section className={fault ? 'card integrity integrity-broken' : 'card integrity'} aria-label="Integrity">
      <Icon className="icon" aria-hidden="true" />
      <div className="grow" role={fault ? 'alert' : 'status'}>
        <p className="strong">{title}</p>
        <p className="text-2">{text}</p>
        {error && <p className="text-2">The check did not finish. {problemOf(error).message}</p>}
      </div>
      <div className="row">
        {fault && <Link to={auditPath({ before: String(fault.seq + 1) })}>Show entry</Link>}
        <Button small busy={isLoading} onClick={() => void check()}>
          Check now
        </Button>
      </div>
    </section>
  );
}
