import { DRIVERS_MIN, type Drivers as DriversResult } from '#contract/surveys/results.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

/** Questions whose answers go together with those to the main question. It is an association, not a cause. */
export function Drivers({ drivers }: { drivers: DriversResult | null }) {
  return (
    <section className="survey-section" aria-labelledby="drivers">
      <h2 className="title-3" id="drivers">
        What goes together
      </h2>
      {drivers === null ? (
        <p className="text-2 survey-none">{`Shown from ${DRIVERS_MIN} answers on, for surveys with at least 2 scales.`}</p>
      ) : (
        <>
          <p className="text-2 survey-none">
            {`People who gave higher answers to these questions also gave higher answers to “${drivers.outcome}”. This is an association: it does not say that one causes the other.`}
          </p>
          <table className="result-table figures">
            <caption className="visually-hidden">{`Association with: ${drivers.outcome}`}</caption>
            <thead>
              <tr>
                <th scope="col">Question</th>
                <th scope="col">Answers</th>
                <th scope="col">Correlation</th>
                <th scope="col">95% interval</th>
                <th scope="col">In words</th>
              </tr>
            </thead>
            <tbody>
              {drivers.drivers.map(({ text, n, correlation: { value, low, high } }) => (
                <tr key={text}>
                  <th scope="row">{text}</th>
                  <td>{formatNumber(n)}</td>
                  <td>{signed(value)}</td>
                  <td>{`${signed(low)} to ${signed(high)}`}</td>
                  <td className="text-2">{strengthOf({ value, low, high })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)}`;

/** An interval that contains 0 says nothing about a direction. */
function strengthOf({ value, low, high }: { value: number; low: number; high: number }): string {
  if (low <= 0 && high >= 0) return 'No clear association';
  const size = Math.abs(value);
  const strength = size >= 0.5 ? 'Strong' : size >= 0.3 ? 'Moderate' : 'Weak';
  return value > 0 ? `${strength} association` : `${strength} association, in the opposite direction`;
}
