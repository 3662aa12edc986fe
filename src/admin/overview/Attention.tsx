import { Clock, type LucideIcon, MailWarning, MailX, Network, UserRoundX } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AdminOverview, AttentionKind } from '#contract/administration/admin.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface Texts {
  Icon: LucideIcon;
  title: (people: number) => string;
  /** `day` is the expiry day of the first invitation. */
  detail: (day: string) => string;
  action: (people: number) => string;
  to: string;
}
const TEXTS: Record<AttentionKind, Texts> = {
  'invitations-expiring': {
    Icon: Clock,
    title: (people) => plural(people, '# invitation expires soon', '# invitations expire soon'),
    detail: (day) => `The first one expires on ${day}. Send it again to give the person 7 more days.`,
    action: () => 'Review invitations',
    to: '/admin/people?status=invited',
  },
  'invitations-not-delivered': {
    Icon: MailX,
    title: (people) =>
      plural(people, '# invitation could not be delivered', '# invitations could not be delivered'),
    detail: () => 'The mail server refused the email address. Check it, and send the invitation again.',
    action: () => 'Review addresses',
    to: '/admin/people?status=invited',
  },
  'invitations-expired': {
    Icon: MailWarning,
    title: (people) => plural(people, '# invitation has expired', '# invitations have expired'),
    detail: (day) => `The first one expired on ${day}. A new email gives the person 7 more days.`,
    action: (people) => plural(people, 'Resend #', 'Resend #'),
    to: '/admin/people?status=expired',
  },
  'without-manager': {
    Icon: UserRoundX,
    title: (people) => plural(people, '# learner has no manager', '# learners have no manager'),
    detail: () => 'No one follows their progress or confirms their topics.',
    action: (people) => plural(people, 'Assign #', 'Assign #'),
    to: '/admin/people?status=active&role=learner&manager=none',
  },
  'without-department': {
    Icon: Network,
    title: (people) => plural(people, '# person has no department', '# people have no department'),
    detail: () => 'They are missing from the figures of departments.',
    action: (people) => plural(people, 'Assign #', 'Assign #'),
    to: '/admin/people?status=active&department=none',
  },
};

/** What an administrator should do next. */
export function Attention({ attention }: Pick<AdminOverview, 'attention'>) {
  const { recentDay } = useFormats();
  return (
    <section className="overview-section" aria-labelledby="attention">
      <div className="row row-between">
        <h2 className="title-2" id="attention">
          Needs your attention
        </h2>
        {attention.length > 1 && (
          <span className="small text-3">{`${attention.length} items, most urgent first`}</span>
        )}
      </div>
      {attention.length === 0 ? (
        <p className="text-2">Nothing needs your attention.</p>
      ) : (
        <ul className="attention-list">
          {attention.map(({ kind, people, at }) => {
            const { Icon, title, detail, action, to } = TEXTS[kind];
            return (
              <li key={kind}>
                <Icon className="icon" aria-hidden="true" />
                <div className="grow">
                  <p className="strong">{title(people)}</p>
                  <p className="text-2">{detail(at === null ? '' : recentDay(at))}</p>
                </div>
                <Link className={buttonClass('outlined', true)} to={to}>
                  {action(people)}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
