import {
  Clock,
  FileX,
  type LucideIcon,
  MailWarning,
  MailX,
  Network,
  UserRoundX,
  Webhook,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AdminOverview, AttentionKind } from '#contract/administration/admin.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface Texts {
  Icon: LucideIcon;
  title: (count: number) => string;
  /** `day` is the first date of these items. */
  detail: (day: string) => string;
  action: (count: number) => string;
  to: string;
}
const TEXTS: Record<AttentionKind, Texts> = {
  'webhooks-failing': {
    Icon: Webhook,
    title: (count) => plural(count, '# webhook endpoint is failing', '# webhook endpoints are failing'),
    detail: (day) => `Failing since ${day}. After 5 days without success, an endpoint is switched off.`,
    action: (count) => plural(count, 'Review endpoint', 'Review endpoints'),
    to: '/admin/settings/webhooks',
  },
  'erasure-requests': {
    Icon: FileX,
    title: (count) => plural(count, '# person will be erased', '# people will be erased'),
    detail: (day) =>
      `They asked for it, or the retention setting applies. The next erasure begins on ${day}.`,
    action: (count) => plural(count, 'Review request', 'Review requests'),
    to: '/admin/data-requests',
  },
  'invitations-expiring': {
    Icon: Clock,
    title: (people) => plural(people, '# invitation expires soon', '# invitations expire soon'),
    detail: (day) => `The first one expires on ${day}. A new email gives the person 7 more days.`,
    action: () => 'Review invitations',
    to: '/admin/people?status=expiring',
  },
  'invitations-not-delivered': {
    Icon: MailX,
    title: (people) =>
      plural(people, '# invitation could not be delivered', '# invitations could not be delivered'),
    detail: () => 'The mail server refused the email address. Check it, and send the invitation again.',
    action: () => 'Review addresses',
    to: '/admin/people?status=undelivered',
  },
  'invitations-expired': {
    Icon: MailWarning,
    title: (people) => plural(people, '# invitation has expired', '# invitations have expired'),
    detail: (day) => `The first one expired on ${day}. A new email gives the person 7 more days.`,
    action: (people) => plural(people, 'Resend #', 'Resend #'),
    to: '/admin/people?status=expired&act=resend-invitation',
  },
  'without-manager': {
    Icon: UserRoundX,
    title: (people) => plural(people, '# learner has no manager', '# learners have no manager'),
    detail: () => 'No one follows their progress or confirms their topics.',
    action: (people) => plural(people, 'Assign #', 'Assign #'),
    to: '/admin/people?status=active&role=learner&manager=none&act=change-manager',
  },
  'without-department': {
    Icon: Network,
    title: (people) => plural(people, '# person has no department', '# people have no department'),
    detail: () => 'They are missing from the department figures.',
    action: (people) => plural(people, 'Assign #', 'Assign #'),
    to: '/admin/people?status=active&department=none&act=change-department',
  },
};

/** What an administrator should do next. */
export function Attention({ attention }: Pick<AdminOverview, 'attention'>) {
  const { shortDay } = useFormats();
  return (
    <section className="overview-section" aria-labelledby="attention">
      <div className="row row-between">
        <h2 className="title-2" id="attention">
          To do in administration
        </h2>
        {attention.length > 1 && (
          <span className="small text-3">{`${attention.length} items, most urgent first`}</span>
        )}
      </div>
      {attention.length === 0 ? (
        <p className="text-2">
          Nothing in the administration needs your attention. <Link to="/home">Home</Link> lists what else
          does.
        </p>
      ) : (
        <ul className="attention-list">
          {attention.map(({ kind, count, at }) => {
            const { Icon, title, detail, action, to } = TEXTS[kind];
            return (
              <li key={kind}>
                <Icon className="icon" aria-hidden="true" />
                <div className="grow">
                  <p className="strong">{title(count)}</p>
                  <p className="text-2">{detail(at === null ? '' : shortDay(at))}</p>
                </div>
                <Link className={buttonClass('outlined', true)} to={to}>
                  {action(count)}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
