import { Link } from 'react-router-dom';
import type { AdminOverview } from '#contract/administration/admin.ts';
import { shareOf } from '#contract/insights/figures.ts';
import { insightPeoplePath, insightsPath } from '#src/insights/insightsPaths.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';

const COLUMNS = ['Program', 'Accepted', 'Active in 28 days', 'Stalled', 'Completed', 'Steps done'];

/**
 * The figures of each program. Each program links to its insights, and its number of stalled learners to their list.
 */
export function ProgramTable({ programs }: Pick<AdminOverview, 'programs'>) {
  if (programs.length === 0) return null;
  return (
    <section className="overview-section">
      <h2 className="title-2">Programs</h2>
      <Table caption="Programs" columns={COLUMNS.map((name, index) => ({ name, isNumber: index > 0 }))}>
        <TableBody>
          {programs.map(({ programId, programName, counts, steps }) => {
            const share = shareOf(steps.done, steps.total);
            return (
              <TableRow
                key={programId}
                className={counts.stalled === 0 ? 'link-row' : undefined}
                head={
                  <Link className="row-title" to={insightsPath(programId)}>
                    {programName}
                  </Link>
                }
              >
                <TableCell label="Accepted" isNumber>
                  {`${formatNumber(counts.accepted)} of ${formatNumber(counts.invited)}`}
                </TableCell>
                <TableCell label="Active in 28 days" isNumber>
                  {`${formatNumber(counts.active)} of ${formatNumber(counts.learners)}`}
                </TableCell>
                <TableCell label="Stalled" isNumber>
                  {counts.stalled === 0 ? (
                    formatNumber(0)
                  ) : (
                    <Link to={insightPeoplePath(programId, { measure: 'stalled' })}>
                      {formatNumber(counts.stalled)}
                      <span className="visually-hidden">{` stalled in ${programName}, show people`}</span>
                    </Link>
                  )}
                </TableCell>
                <TableCell label="Completed" isNumber>
                  {formatNumber(counts.completed)}
                </TableCell>
                <TableCell label="Steps done" isNumber>
                  {share === null ? 'No steps yet' : formatPercent(share)}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </section>
  );
}
