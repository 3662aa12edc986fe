import { Link } from 'react-router-dom';
import type { Directory } from '#contract/administration/directory.ts';
import { auditSentence } from '#src/admin/audit/auditTexts.tsx';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The newest changes by the directory, from the audit log. */
export function LastChanges({ changes: { data, hasMore } }: Pick<Directory, 'changes'>) {
  const { dayAndTime } = useFormats();
  return (
    <SettingsSection title="Last changes" beside={<Link to="/admin/audit">Open the audit log</Link>}>
      {data.length === 0 ? (
        <p className="text-3">Your directory has not changed anything yet.</p>
      ) : (
        <>
          <Table
            caption="Last changes by the directory"
            className="directory-changes"
            columns={[{ name: 'What' }, { name: 'Token' }, { name: 'When' }]}
          >
            <TableBody>
              {data.map((entry) => (
                <TableRow key={entry.seq} head={auditSentence(entry)}>
                  <TableCell label="Token">{entry.actorName ?? 'Unknown'}</TableCell>
                  <TableCell label="When">
                    <time className="figures nowrap" dateTime={entry.at}>
                      {dayAndTime(entry.at)}
                    </time>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {hasMore && <p className="small text-3">Older changes are in the audit log.</p>}
        </>
      )}
    </SettingsSection>
  );
}
