import { Link } from 'react-router-dom';
import type { Estimate } from '#contract/surveys/results.ts';
import { PROTECTED } from '#src/surveys/surveyTexts.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { type EarlierMean, oneDecimal, rangeText } from './changes.ts';

interface EarlierRoundsProps {
  title: string;
  now: Estimate | null;
  /** Oldest round first. */
  earlier: readonly EarlierMean[];
}

/** The means of all rounds with their intervals. */
export function EarlierRounds({ title, now, earlier }: EarlierRoundsProps) {
  const { shortDay } = useFormats();
  return (
    <Disclosure summary="Show earlier rounds">
      <table className="result-table over-time figures">
        <caption className="small text-2">Means by round, with 95% intervals</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{`Round of: ${title}`}</th>
            <th scope="col">Mean</th>
          </tr>
        </thead>
        <tbody>
          {earlier.map(({ surveyId, surveyName, releasedAt, mean }) => (
            <tr key={surveyId}>
              <th scope="row">
                <Link to={`/survey/results/${surveyId}`}>
                  <bdi>{surveyName}</bdi>
                </Link>
                <span className="small text-2"> {shortDay(releasedAt)}</span>
              </th>
              <td>{meanText(mean)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">This round</th>
            <td>{meanText(now)}</td>
          </tr>
        </tbody>
      </table>
    </Disclosure>
  );
}

const meanText = (mean: Estimate | null) =>
  mean ? `${oneDecimal(mean.value)} (${rangeText(mean)})` : PROTECTED;
