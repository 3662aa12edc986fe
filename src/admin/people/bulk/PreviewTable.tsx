import type { BulkAction, BulkPreview } from '#contract/administration/bulk.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

type Person = BulkPreview['people'][number];
interface PreviewColumn {
  name: string;
  textOf: (person: Person, formats: Formats) => string | null;
}

const department: PreviewColumn = { name: 'Department now', textOf: ({ departmentName }) => departmentName };
const manager: PreviewColumn = { name: 'Manager now', textOf: ({ managerName }) => managerName };
const count = (name: string, of: (person: Person) => number, one: string, other: string): PreviewColumn => ({
  name,
  textOf: (person) => (of(person) === 0 ? null : plural(of(person), one, other)),
});
const sessions: PreviewColumn = {
  name: 'Planned sessions',
  textOf({ plannedSessions, nextSessionAt }, { shortDay }) {
    if (plannedSessions === 0) return null;
    if (nextSessionAt === null) return plural(plannedSessions, '# session', '# sessions');
    const day = shortDay(nextSessionAt);
    return plural(plannedSessions, `# session, ${day}`, `# sessions, from ${day}`);
  },
};
const columnsOf: Record<BulkAction, PreviewColumn[]> = {
  'resend-invitation': [department],
  'change-department': [department],
  'change-manager': [manager],
  'make-admin': [department, manager],
  'remove-admin': [department, manager],
  reactivate: [department, manager],
  deactivate: [
    count('Signed in on', ({ devices }) => devices, '# device', '# devices'),
    sessions,
    count('Programs', ({ programs }) => programs, '# in progress', '# in progress'),
    count('Direct reports', ({ directReports }) => directReports, '# person', '# people'),
  ],
};

/** Focusable, so that the keyboard can scroll the list. */
const scrollable = { tabIndex: 0 };

/** The first people who would be changed. */
export function PreviewTable({ action, preview }: { action: BulkAction; preview: BulkPreview }) {
  const formats = useFormats();
  const columns = columnsOf[action];
  const more = preview.count - preview.people.length;
  if (preview.count === 0) return <p>No one would be changed.</p>;
  return (
    <section className="preview-rows" aria-label="People and their changes" {...scrollable}>
      <Table
        caption="People and their changes"
        columns={[{ name: 'Person' }, ...columns.map(({ name }) => ({ name }))]}
      >
        <TableBody>
          {preview.people.map((person) => (
            <TableRow
              key={person.userId}
              head={
                <PersonRow
                  person={person}
                  size="small"
                  detail={action === 'deactivate' ? person.departmentName : null}
                />
              }
            >
              {columns.map(({ name, textOf }) => (
                <TableCell key={name} label={name}>
                  {textOf(person, formats) ?? <span className="text-3">None</span>}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more > 0 && (
        <p className="text-2 preview-more">{plural(more, 'And # more person', 'And # more people')}</p>
      )}
    </section>
  );
}
