import { propensityBands, stages } from '#contract/learning/propensity.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import {
  useGetReadinessDistributionQuery,
  useGetSharedReadinessQuery,
} from '#store/propensity/propensityApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { PROTECTED } from './surveyTexts.ts';

/** Results that people share with their coach, and for administrators the distribution of all scores. */
export function ReadinessOfOthers() {
  const user = useAppSelector(selectUser);
  return (
    <>
      <SharedWithMe />
      {user?.isAdmin && <Distribution />}
    </>
  );
}

function SharedWithMe() {
  const { longDay } = useFormats();
  const { data } = useGetSharedReadinessQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data || data.people.length === 0) return null;
  return (
    <section className="survey-section" aria-labelledby="shared-readiness">
      <h2 className="title-3" id="shared-readiness">
        Readiness shared with you
      </h2>
      <ul className="survey-rows">
        {data.people.map(({ person, score, stage, answeredAt }) => (
          <li key={person.userId}>
            <div>
              <p className="strong">
                <bdi>{fullName(person)}</bdi>
              </p>
              <p className="text-2">{`Stage: ${stages.find(({ key }) => key === stage)?.text}`}</p>
            </div>
            <p className="figures">
              <span className="strong">{`${score} out of 100`}</span>
              <br />
              <span className="small text-3">{longDay(answeredAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Distribution() {
  const { longDay } = useFormats();
  const query = useGetReadinessDistributionQuery();
  const bands = propensityBands.map(({ from, to }) => `${from} to ${to}`);
  return (
    <section className="survey-section" aria-labelledby="readiness-distribution">
      <h2 className="title-3" id="readiness-distribution">
        Readiness of the organisation
      </h2>
      <QueryContent
        query={query}
        title="Readiness of the organisation"
        level={2}
        failure="The distribution did not load"
        skeleton={<SkeletonRows count={2} />}
      >
        {({ quarters, smallestGroup }) => (
          <>
            <Table
              caption="People by score, for the last full quarters"
              columns={[
                { name: 'Quarter from' },
                { name: 'People', isNumber: true },
                ...bands.map((name) => ({ name, isNumber: true })),
              ]}
            >
              <TableBody>
                {quarters.map(({ from, figures }) => (
                  <TableRow key={from} head={longDay(from)}>
                    <TableCell label="People" isNumber>
                      {figures ? formatNumber(figures.people) : PROTECTED}
                    </TableCell>
                    {bands.map((band, index) => (
                      <TableCell key={band} label={band} isNumber className={figures ? '' : 'readiness-none'}>
                        {figures ? formatNumber(figures.counts[index] ?? 0) : '–'}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <p className="small text-2 survey-none">
              {`Scores of a full quarter, for groups of at least ${smallestGroup} people. They are never used for pay, hiring or access decisions.`}
            </p>
          </>
        )}
      </QueryContent>
    </section>
  );
}
