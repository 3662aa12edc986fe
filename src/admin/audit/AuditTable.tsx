import { ChevronDown, Server } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import type { AuditEntry, AuditLog } from '#contract/administration/audit.ts';
import { fullName } from '#contract/people.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { FactList } from '#src/ui/display/FactList.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableDetailRow,
  TableGroupHead,
  TableRow,
} from '#src/ui/display/Table.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { AuditIcon, auditSentence, reasonText } from './auditTexts.tsx';
import './change.css';
import { Change, changedFields } from './changedFields.tsx';

const COLUMNS = [
  { name: 'Time' },
  { name: 'Who' },
  { name: 'What' },
  { name: 'Address' },
  { name: 'Details', isHidden: true },
];

type Names = AuditLog['names'];

/** The entries, grouped by day. */
export function AuditTable({ log: { data, names } }: { log: AuditLog }) {
  const { dayOf, dayTitle } = useFormats();
  const days = Map.groupBy(data, ({ at }) => dayOf(at));
  return (
    <div className="audit">
      <Table caption="Audit entries" columns={COLUMNS}>
        {[...days].map(([day, entries]) => (
          <TableBody key={day}>
            <TableGroupHead columns={COLUMNS.length}>{dayTitle(entries[0]?.at ?? day)}</TableGroupHead>
            {entries.map((entry) => (
              <Entry key={entry.seq} entry={entry} names={names} />
            ))}
          </TableBody>
        ))}
      </Table>
    </div>
  );
}

function Entry({ entry, names }: { entry: AuditEntry; names: Names }) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { timeWithSeconds } = useFormats();
  const { at, actor, actorName, action, reason, address } = entry;
  const changes = changedFields(entry, names).filter(
    ({ field, before }) => field !== 'status' && before !== null,
  );
  return (
    <Fragment>
      <TableRow
        head={
          <time className="figures nowrap text-2" dateTime={at}>
            {timeWithSeconds(at)}
          </time>
        }
      >
        <TableCell className="audit-who">
          <span className="row">
            {actor ? (
              <Avatar person={actor} size="small" />
            ) : (
              <span className="audit-system">
                <Server className="icon" aria-hidden="true" />
              </span>
            )}
            <span className="strong">{actor ? fullName(actor) : (actorName ?? 'Trellis')}</span>
          </span>
        </TableCell>
        <TableCell className="audit-what">
          <div className="audit-sentence">
            <AuditIcon action={action} />
            <div>
              <p>{auditSentence(entry, names.departments)}</p>
              {reason && <p className="small text-3">{reasonText(reason)}</p>}
              {changes.length === 1 && changes[0] && (
                <p className="small text-3">
                  <Change {...changes[0]} />
                </p>
              )}
            </div>
          </div>
        </TableCell>
        <TableCell className="audit-from small text-3 figures">{address ?? 'Unknown'}</TableCell>
        <TableCell isAction>
          <IconButton
            small
            label={isOpen ? 'Hide details' : 'Show details'}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown className="icon icon-small audit-arrow" />
          </IconButton>
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableDetailRow columns={COLUMNS.length}>
          <div className="audit-details" id={details}>
            <FactList facts={factsOf(entry, names)} />
            <FactList
              facts={[
                { name: 'Address', value: address ?? 'Unknown' },
                { name: 'Request', value: <code>{entry.requestId ?? 'None'}</code> },
                {
                  name: 'Entry',
                  value: (
                    <>
                      {formatNumber(entry.seq)}, hash{' '}
                      <code title={entry.hash}>{entry.hash.slice(0, 12)}…</code>
                    </>
                  ),
                },
              ]}
            />
          </div>
        </TableDetailRow>
      )}
    </Fragment>
  );
}

function factsOf(entry: AuditEntry, names: Names) {
  const changes = changedFields(entry, names).map((change) => ({
    name: change.label,
    // Of personal data, the log says only that it changed.
    value: change.before === null && change.after === null ? 'Changed' : <Change {...change} />,
  }));
  return [
    ...changes,
    ...(entry.reason ? [{ name: 'Reason', value: entry.reason }] : []),
    ...(changes.length === 0 && !entry.reason ? [{ name: 'Changes', value: 'None' }] : []),
  ];
}
