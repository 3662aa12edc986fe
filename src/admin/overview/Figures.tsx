import { Link } from 'react-router-dom';
import type { AdminOverview } from '#contract/administration/admin.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** Figures with a comparison. Each is a link to the rows that it counts. */
export function Figures({ people, dataRequests }: Pick<AdminOverview, 'people' | 'dataRequests'>) {
  const { recentDay } = useFormats();
  const { active, activeBefore, recentlyActive, invited, invitationsOpen, invitationsExpired } = people;
  const figures = [
    {
      label: 'Active people',
      value: formatNumber(active),
      detail: comparedText(active - activeBefore),
      to: '/admin/people?status=active',
    },
    {
      label: 'Active in the last 28 days',
      value: active === 0 ? '–' : formatPercent(Math.floor((recentlyActive * 100) / active)),
      detail: `${formatNumber(recentlyActive)} of ${formatNumber(active)} active people`,
      to: '/admin/people?status=active&sort=activity',
    },
    {
      label: 'Not joined yet',
      value: formatNumber(invited),
      detail: invitationsText(invited, invitationsOpen, invitationsExpired),
      to: '/admin/people?status=invited',
    },
    {
      label: 'Data requests',
      value: formatNumber(dataRequests.open),
      detail:
        dataRequests.dueAt === null
          ? 'None is open'
          : `The next deadline is ${recentDay(dataRequests.dueAt)}`,
      to: '/admin/data-requests',
    },
  ];
  return (
    <dl className="stats">
      {figures.map(({ label, value, detail, to }) => (
        <div key={label}>
          <dt>
            <Link className="quiet-link" to={to}>
              {label}
            </Link>
          </dt>
          <dd className="stats-value">{value}</dd>
          <dd className="stats-detail">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

function invitationsText(invited: number, open: number, expired: number): string {
  const without = invited - open - expired;
  return [
    open === 0 ? 'No open invitations' : plural(open, '# open invitation', '# open invitations'),
    ...(expired > 0 ? [`${formatNumber(expired)} expired`] : []),
    ...(without > 0 ? [`${formatNumber(without)} withdrawn or not invited`] : []),
  ].join(', ');
}

function comparedText(difference: number): string {
  if (difference === 0) return 'As many as 28 days ago';
  return difference > 0
    ? plural(difference, '# more than 28 days ago', '# more than 28 days ago')
    : plural(-difference, '# fewer than 28 days ago', '# fewer than 28 days ago');
}
