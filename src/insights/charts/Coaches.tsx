import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { fullName } from '#contract/people.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { ChartCard } from './ChartCard.tsx';

const COLUMNS = [
  { name: 'Coach' },
  { name: 'Share', isHidden: true },
  { name: 'Learners', isNumber: true },
  { name: 'Stalled', isNumber: true },
  { name: 'Sessions in 28 days', isNumber: true },
  { name: 'Waiting', isNumber: true },
];

/** The number of learners of each coach, and the items that wait for the coach. */
export function Coaches({ insights, query }: { insights: Insights; query: InsightsQuery }) {
  const { coaches, programId } = insights;
  const x = scaleLinear([0, Math.max(1, ...coaches.map(({ learners }) => learners))], [0, 100]);
  const waiting = coaches.reduce((sum, row) => sum + row.waiting, 0);
  const without = coaches.find(({ coach }) => coach === null)?.learners ?? 0;
  const sentence = [
    coaches.every(({ learners }) => learners === 0)
      ? 'No one takes part yet.'
      : without === 0
        ? 'All learners have a coach.'
        : plural(without, '# learner has no coach.', '# learners have no coach.'),
    waiting === 0
      ? 'No proposal or completed topic waits for a coach.'
      : plural(waiting, '# answer from a coach is open.', '# answers from coaches are open.'),
  ].join(' ');
  return (
    <ChartCard
      isWide
      title="Coaches"
      definition="Learners by their current coach. Waiting: times that a learner proposed, and completed topics, that the coach has not answered."
      sentence={sentence}
    >
      <Table caption="Learners per coach" columns={COLUMNS} className="coaches-table">
        <TableBody>
          {coaches.map(({ coach, learners, stalled, sessions, waiting: open }) => {
            const filter = { ...query, coach: String(coach?.userId ?? 0) };
            return (
              <TableRow
                key={coach?.userId ?? 0}
                head={
                  coach ? <PersonRow person={coach} size="small" /> : <span className="text-2">No coach</span>
                }
              >
                <TableCell className="coach-bar">
                  <svg width="100%" height="12" aria-hidden="true">
                    <rect className="chart-main" x="0" width={`${x(learners)}%`} height="12" rx="2" />
                  </svg>
                </TableCell>
                <TableCell label="Learners" isNumber>
                  <PeopleLink
                    to={insightPeoplePath(programId, { ...filter, measure: 'learners' })}
                    count={learners}
                    of={`learners of ${coach ? fullName(coach) : 'no coach'}`}
                  />
                </TableCell>
                <TableCell label="Stalled" isNumber>
                  <PeopleLink
                    to={insightPeoplePath(programId, { ...filter, measure: 'stalled' })}
                    count={stalled}
                    of={`stalled learners of ${coach ? fullName(coach) : 'no coach'}`}
                  />
                </TableCell>
                <TableCell label="Sessions in 28 days" isNumber>
                  {formatNumber(sessions)}
                </TableCell>
                <TableCell label="Waiting" isNumber>
                  {formatNumber(open)}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </ChartCard>
  );
}

/** A number that leads to the people behind it. */
const PeopleLink = ({ to, count, of }: { to: string; count: number; of: string }) =>
  count === 0 ? (
    <span className="text-3">{formatNumber(0)}</span>
  ) : (
    <Link to={to}>
      {formatNumber(count)}
      <span className="visually-hidden">{` ${of}, show people`}</span>
    </Link>
  );
