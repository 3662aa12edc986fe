import type { CSSProperties } from 'react';
import type { AdminOverview } from '#contract/administration/admin.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';

/** How many people have reached each stage, of all who are invited and not deactivated. */
export function Funnel({ stages }: Pick<AdminOverview, 'stages'>) {
  const rows = [
    { label: 'Invited', people: stages.invited },
    { label: 'Signed in', people: stages.signedIn },
    { label: 'Profile complete', people: stages.withProfile },
    { label: 'Readiness answered', people: stages.withScore },
    { label: 'Topics chosen', people: stages.withTopics },
    { label: 'Active in the last 28 days', people: stages.recentlyActive },
  ];
  return (
    <section className="card" aria-labelledby="funnel">
      <div className="card-head">
        <h2 className="title-3" id="funnel">
          From invitation to active use
        </h2>
      </div>
      <table className="funnel">
        <caption className="visually-hidden">People at each stage, of all who were invited</caption>
        <tbody>
          {rows.map(({ label, people }) => {
            const percent = Math.floor((people * 100) / Math.max(1, stages.invited));
            return (
              <tr key={label} style={{ '--share': `${percent}%` } as CSSProperties}>
                <th scope="row">{label}</th>
                <td>{formatNumber(people)}</td>
                <td>{formatPercent(percent)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="small text-3">Percentages are of all people who were invited and are not deactivated.</p>
    </section>
  );
}
