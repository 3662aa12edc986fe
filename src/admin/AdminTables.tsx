import type { AdminOverview } from '#contract/admin.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';

interface AdminTableProps {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  empty: string;
}

function AdminTable({ title, heads, rows, empty }: AdminTableProps) {
  return (
    <section className="admin-section">
      <h2 className="title-2">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-2">{empty}</p>
      ) : (
        <Table caption={title} columns={heads.map((name, index) => ({ name, isNumber: index > 0 }))}>
          <TableBody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <TableRow key={key} head={<span className="strong">{first}</span>}>
                {others.map((cell, index) => (
                  <TableCell key={heads[index + 1]} label={heads[index + 1] ?? ''} isNumber>
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  );
}

export const ProgramTable = ({ programs }: Pick<AdminOverview, 'programs'>) => (
  <AdminTable
    title="Programs"
    heads={['Program', 'Learners', 'Completed', 'Steps completed']}
    empty="No programs yet."
    rows={programs.map(({ programId, programName, learners, completed, progress }) => ({
      key: programId,
      cells: [
        programName,
        formatNumber(learners),
        `${completed} of ${learners}`,
        progress.percent === null
          ? 'No steps yet'
          : `${progress.done} of ${progress.total} (${formatPercent(progress.percent)})`,
      ],
    }))}
  />
);

export const DepartmentTable = ({ departments }: Pick<AdminOverview, 'departments'>) => (
  <AdminTable
    title="Departments"
    heads={['Department', 'People']}
    empty="No departments yet."
    rows={departments.map(({ departmentId, name, people }) => ({
      key: String(departmentId),
      cells: [name, formatNumber(people)],
    }))}
  />
);
