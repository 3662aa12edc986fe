import type { AdminOverview } from '#contract/home.ts';
import '#src/ui/tables.css';

interface AdminTableProps {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  empty: string;
}

function AdminTable({ title, heads, rows, empty }: AdminTableProps) {
  return (
    <section className="admin-part">
      <h2 className="title-2">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-2">{empty}</p>
      ) : (
        <table className="table" role="table" aria-label={title}>
          <thead role="rowgroup">
            <tr role="row">
              {heads.map((head, index) => (
                <th key={head} role="columnheader" scope="col" className={index > 0 ? 'number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key} role="row">
                <th role="rowheader" scope="row" className="strong">
                  {first}
                </th>
                {others.map((cell, index) => (
                  <td key={heads[index + 1]} role="cell" data-l={heads[index + 1]} className="figures number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export const ProgramTable = ({ programs }: Pick<AdminOverview, 'programs'>) => (
  <AdminTable
    title="Programs"
    heads={['Program', 'Learners', 'Completed', 'Steps done']}
    empty="No program runs yet."
    rows={programs.map(({ programId, programName, learners, completed, progress }) => ({
      key: programId,
      cells: [
        programName,
        String(learners),
        `${completed} of ${learners}`,
        progress.percent === null
          ? 'Nothing to do yet'
          : `${progress.done} of ${progress.total}, ${progress.percent} %`,
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
      cells: [name, String(people)],
    }))}
  />
);
