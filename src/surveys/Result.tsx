import {
  type Facet,
  facetNames,
  facets,
  type Propensity,
  type PropensityResult,
  stages,
} from '#contract/learning/propensity.ts';
import { readinessVisibility } from '#contract/visibility.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { earlierScoreText, facetCalculation, meanCalculation, scoreCalculation } from './calculationTexts.ts';
import { Sharing } from './Sharing.tsx';
import { Suggestions } from './Suggestions.tsx';
import '#src/ui/display/meter.css';

interface ResultProps {
  result: PropensityResult;
  propensity: Propensity;
}

/** The score with its margin of error and calculation, and earlier scores. */
export function Result({ result, propensity }: ResultProps) {
  const { earlier, alpha, againFrom, suggestions } = propensity;
  const { longDay } = useFormats();
  const { score, margin, stage, answeredAt } = result;
  return (
    <div className="stack-6">
      <Meaning facetScores={result.facets} />
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} />}
      <section className="card" aria-labelledby="score">
        <h2 className="title-3" id="score">
          {`Score on ${longDay(answeredAt)}`}
        </h2>
        <p className="result-figure">
          <span className="result-score">{score}</span>
          <span className="text-2">{`out of 100 (margin of error: ${margin})`}</span>
        </p>
        <dl className="facets">
          {facets.map((facet) => (
            <div key={facet}>
              <dt>{facetNames[facet]}</dt>
              <dd>
                <meter
                  className="meter"
                  min={0}
                  max={5}
                  value={result.facets[facet]}
                  aria-label={facetNames[facet]}
                />
                <span className="figures">{result.facets[facet].toFixed(1)} of 5</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-2">
          {`Stage: ${stages.find(({ key }) => key === stage)?.text}. The stage does not count towards the score.`}
        </p>
      </section>
      <section className="card" aria-label="How the score is calculated">
        <Disclosure summary="How the score is calculated">
          <table className="calculation figures">
            <caption className="visually-hidden">{`Calculation of the score ${score}`}</caption>
            <tbody>
              {facets.map((facet) => (
                <tr key={facet}>
                  <th scope="row">{facetNames[facet]}</th>
                  <td>{facetCalculation(facet, result)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">Average</th>
                <td>{meanCalculation(result)}</td>
              </tr>
              <tr>
                <th scope="row">Score</th>
                <td>{scoreCalculation(result)}</td>
              </tr>
            </tbody>
          </table>
          <p className="text-2">
            {`One statement in each area is reversed: it counts as 6 minus your answer. A difference of less than ${margin} points is not significant.`}
          </p>
          <p className="text-2">
            {alpha === null
              ? `The margin of error is ${margin} until 30 people in your organisation have answered all questions.`
              : `The margin of error is computed from the answers of your organisation, whose reliability (Cronbach’s alpha) is ${alpha.toFixed(2)}.`}
          </p>
        </Disclosure>
      </section>
      {earlier.length > 0 && <Earlier result={result} earlier={earlier} />}
      {againFrom && (
        <p className="text-2">
          {`Recommended date to answer again: ${longDay(againFrom)}. It is 90 days after your last answers, or the day of your third coaching session since then if that is earlier.`}
        </p>
      )}
      <Sharing propensity={propensity} />
      <Note lock>
        {readinessVisibility(propensity)} It is not a validated test and is never used for pay, hiring or
        access decisions.
      </Note>
    </div>
  );
}

/** Advice for the next step, if this area is one of the weakest. */
const nextActions: Record<Facet, string> = {
  will: 'Write down why the change matters to you, in one sentence, and read it before you practise.',
  trust: 'Start with the smallest step that you are sure to manage, and build on it.',
  room: 'Agree with your manager or coach on one fixed half hour a week.',
  plan: 'Decide when and where you will practise next, as an if-then plan.',
};

/** The names of equal areas. A name can contain “and”, so it is quoted. */
const namesOf = (equal: readonly Facet[]) => formatList(equal.map((facet) => `“${facetNames[facet]}”`));
const strongestText = (equal: readonly Facet[]) =>
  `${namesOf(equal)} ${equal.length === 1 ? 'helps' : 'help'} you most.`;
const weakestText = (equal: readonly Facet[]) =>
  `${namesOf(equal)} ${equal.length === 1 ? 'has' : 'have'} the most room to grow.`;

/** The interpretation of the figures, shown before them. */
export function Meaning({ facetScores }: { facetScores: PropensityResult['facets'] }) {
  // Scores that look the same on screen count as equal.
  const shown = (facet: Facet) => Number(facetScores[facet].toFixed(1));
  const scores = facets.map(shown);
  const best = Math.max(...scores);
  const least = Math.min(...scores);
  const strongest = facets.filter((facet) => shown(facet) === best);
  const weakest = facets.filter((facet) => shown(facet) === least);
  const next = weakest.at(-1);
  return (
    <section className="card" aria-labelledby="meaning">
      <h2 className="title-3" id="meaning">
        What this means
      </h2>
      <p>
        {best === least
          ? 'All four areas have the same score.'
          : `${strongestText(strongest)} ${weakestText(weakest)}`}
      </p>
      {next && <p className="text-2">{`Next: ${nextActions[next]}`}</p>}
    </section>
  );
}

function Earlier({ result, earlier }: { result: PropensityResult; earlier: readonly PropensityResult[] }) {
  const { longDay } = useFormats();
  return (
    <section className="card" aria-labelledby="earlier">
      <h2 className="title-3" id="earlier">
        Earlier scores
      </h2>
      <table className="calculation figures">
        <caption className="visually-hidden">Earlier scores compared with the latest one</caption>
        <tbody>
          {earlier.map(({ score, answeredAt }) => (
            <tr key={answeredAt}>
              <th scope="row">{longDay(answeredAt)}</th>
              <td>{earlierScoreText(score, result.score, result.margin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
