import { Link } from 'react-router-dom';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';

/** The managers above the person, highest first, and the direct reports. */
export function ReportingLine({ person }: { person: AdminPersonPage }) {
  const { userId, managers, directReports } = person;
  const reports =
    directReports === 0 ? 'No direct reports' : plural(directReports, '# direct report', '# direct reports');
  return (
    <section className="card" aria-labelledby="reporting-line">
      <div className="card-head">
        <h2 className="title-3" id="reporting-line">
          Reporting line
        </h2>
      </div>
      <ol className="reporting-line">
        {managers.map((manager) => (
          <li key={manager.userId}>
            <Avatar person={manager} />
            <div className="grow">
              <Link to={`/admin/people/${manager.userId}`}>{fullName(manager)}</Link>
              {manager.title && <p className="small text-3">{manager.title}</p>}
            </div>
          </li>
        ))}
        <li>
          <Avatar person={person} />
          <div className="grow">
            <p className="strong">{fullName(person)}</p>
            <p className="small text-3">
              {directReports > 0 ? <Link to={`/admin/people?manager=${userId}`}>{reports}</Link> : reports}
            </p>
          </div>
        </li>
      </ol>
    </section>
  );
}
