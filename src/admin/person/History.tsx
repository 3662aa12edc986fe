import { Link } from 'react-router-dom';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { auditSentence, reasonText } from '#src/admin/audit/auditTexts.tsx';
import { Change, changedFields } from '#src/admin/audit/changedFields.tsx';
import '#src/admin/audit/change.css';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The history of the account, from the audit log. */
export function History({ person: { userId, history } }: { person: AdminPersonPage }) {
  const { dayAndTime } = useFormats();
  return (
    <section className="history" aria-labelledby="history">
      <div className="row row-between history-head">
        <h2 className="title-2" id="history">
          History
        </h2>
        {history.data.length > 0 && <Link to={`/admin/audit?userId=${userId}`}>Show in audit log</Link>}
      </div>
      {history.data.length === 0 && (
        <p className="text-2">Nothing has changed since the account was created.</p>
      )}
      <ol className="history-list">
        {history.data.map((entry) => (
          <li key={entry.seq}>
            <div>
              <p>{auditSentence(entry)}</p>
              {changedFields(entry, history.names)
                .filter(
                  ({ field, before }) =>
                    field !== 'isAdmin' && field !== 'mayAuthor' && field !== 'status' && before !== null,
                )
                .map((change) => (
                  <p key={change.field} className="small text-2">
                    {change.label}: <Change {...change} />
                  </p>
                ))}
              {entry.reason && <p className="small text-2">{reasonText(entry.reason)}</p>}
            </div>
            <p className="small text-3 figures">
              {entry.actor ? fullName(entry.actor) : (entry.actorName ?? 'Trellis')} <br />
              <time dateTime={entry.at}>{dayAndTime(entry.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      {history.hasMore && (
        <p className="small text-3">
          Older entries are in the <Link to={`/admin/audit?userId=${userId}`}>audit log</Link>.
        </p>
      )}
    </section>
  );
}
