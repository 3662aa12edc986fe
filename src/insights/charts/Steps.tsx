import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import type { InsightsQuery, StepFigures } from '#contract/insights/insights.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useGetStepFiguresQuery } from '#store/insights/insightsApi.ts';
import { ChartCard } from './ChartCard.tsx';
import { ChartKey } from './ChartKey.tsx';

/** The most important rows; the export has all of them. */
const SHOWN = 8;
const DEFINITION =
  'The current step of a learner is the first required step that is not done, in the order of topics and steps in the program.';

/** The current steps of learners, and how many of the learners are stalled. It loads separately. */
export function Steps({ programId, query }: { programId: string; query: InsightsQuery }) {
  const result = useGetStepFiguresQuery({ programId, ...query }, { refetchOnMountOrArgChange: true });
  // `data` can belong to another day or department, and its links would list other people.
  const rows = result.currentData?.data;
  return (
    <ChartCard
      title="Current steps"
      definition={DEFINITION}
      sentence={rows ? sentenceOf(rows) : 'The first step that is not done.'}
    >
      {rows ? (
        <StepTable rows={rows.slice(0, SHOWN)} programId={programId} query={query} />
      ) : result.isError ? (
        <CardError failure="The steps did not load." query={result} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </ChartCard>
  );
}

type Row = StepFigures['data'][number];

function sentenceOf(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return 'No learner has an open step.';
  if (first.stalled === 0) return 'No one who has an open step is stalled.';
  // The rows are sorted by stalled learners.
  const equal = rows.filter(({ stalled }) => stalled === first.stalled).length;
  if (equal > 1)
    return plural(
      first.stalled,
      `${formatNumber(equal)} steps have the most stalled learners: # person each.`,
      `${formatNumber(equal)} steps have the most stalled learners: # people each.`,
    );
  return plural(
    first.stalled,
    `“${first.title}” is the step with the most stalled learners: # person.`,
    `“${first.title}” is the step with the most stalled learners: # people.`,
  );
}

interface StepTableProps {
  rows: readonly Row[];
  programId: string;
  query: InsightsQuery;
}
function StepTable({ rows, programId, query }: StepTableProps) {
  if (rows.length === 0) return null;
  const x = scaleLinear([0, Math.max(1, ...rows.map(({ learners }) => learners))], [0, 100]);
  return (
    <>
      <ChartKey filled="Stalled" outline="All learners" />
      <table className="bar-table">
        <caption className="visually-hidden">Learners by their first open step</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Stalled, of all learners</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ stepKey, title, topicTitle, learners, stalled }) => {
            const link = (measure: 'stalled' | 'learners', people: number, name: string) => (
              <Link
                className={measure === 'stalled' ? 'strong quiet-link' : 'quiet-link'}
                to={insightPeoplePath(programId, { ...query, measure, step: stepKey })}
              >
                {formatNumber(people)}
                <span className="visually-hidden">{` ${name} at “${title}”, show people`}</span>
              </Link>
            );
            return (
              <tr key={stepKey}>
                <th scope="row">
                  {title}
                  <span className="small text-2">{` ${topicTitle}`}</span>
                  <svg width="100%" height="12" aria-hidden="true">
                    <rect
                      className="chart-outline"
                      x="0"
                      y="0.5"
                      width={`${x(learners)}%`}
                      height="11"
                      rx="2"
                    />
                    <rect className="chart-main" x="0" width={`${x(stalled)}%`} height="12" rx="2" />
                  </svg>
                </th>
                <td className="figures">
                  {link('stalled', stalled, 'stalled')}
                  {' of '}
                  {link('learners', learners, 'learners')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
