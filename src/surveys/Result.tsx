import { facetNames, facets, type PropensityResult, stages } from '#contract/propensity.ts';
import { longDay } from '#src/ui/dates.ts';
import { Note } from '#src/ui/Note.tsx';
import { changeWords, facetLine, meanLine, scoreLine } from './formula.ts';

interface ResultProps {
  result: PropensityResult;
  earlier: readonly PropensityResult[];
}

/** The score, what it is made of line by line, how far it may be off, and those before it. */
export function Result({ result, earlier }: ResultProps) {
  const { score, margin, stage, answeredAt } = result;
  return (
    <div className="stack-6">
      <section className="card" aria-labelledby="score">
        <h2 className="title-3" id="score">
          Score of {longDay(answeredAt)}
        </h2>
        <p className="result-figure">
          <span className="result-score">{score}</span>
          <span className="text-2">out of 100, give or take {margin}</span>
        </p>
        <dl className="facets">
          {facets.map((facet) => (
            <div key={facet}>
              <dt>{facetNames[facet]}</dt>
              <dd>
                <meter min={1} max={5} value={result.facets[facet]} aria-label={facetNames[facet]} />
                <span className="figures">{result.facets[facet].toFixed(1)} of 5</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-2">
          Where you are: {stages.find(({ key }) => key === stage)?.text.toLowerCase()}. That does not count
          towards the score.
        </p>
      </section>
      <section className="card" aria-labelledby="formula">
        <h2 className="title-3" id="formula">
          How it is made
        </h2>
        <table className="formula figures">
          <caption className="visually-hidden">The sums that make the score {score}</caption>
          <tbody>
            {facets.map((facet) => (
              <tr key={facet}>
                <th scope="row">{facetNames[facet]}</th>
                <td>{facetLine(facet, result)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Mean of the four</th>
              <td>{meanLine(result)}</td>
            </tr>
            <tr>
              <th scope="row">Score</th>
              <td>{scoreLine(result)}</td>
            </tr>
          </tbody>
        </table>
        <p className="text-2">
          One statement in each facet speaks against readiness and counts as 6 minus your answer. A change
          smaller than {margin} is about the same.
        </p>
      </section>
      {earlier.length > 0 && <Earlier result={result} earlier={earlier} />}
      <Note lock>
        You see this. Your manager never does. It is no validated test, and never used for selection, pay or
        access.
      </Note>
    </div>
  );
}

function Earlier({ result, earlier }: ResultProps) {
  return (
    <section className="card" aria-labelledby="earlier">
      <h2 className="title-3" id="earlier">
        Before
      </h2>
      <table className="formula figures">
        <caption className="visually-hidden">Earlier scores beside the latest one</caption>
        <tbody>
          {earlier.map(({ score, answeredAt }) => (
            <tr key={answeredAt}>
              <th scope="row">{longDay(answeredAt)}</th>
              <td>
                {score} out of 100; the latest is {changeWords(result.score, score, result.margin)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
