import { DRIVERS_MIN, type Drivers as DriversResult } from '#contract/surveys/results.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { signedText } from './changes.ts';

const COLUMNS = [
  { name: 'Question' },
  { name: 'Answers' },
  { name: 'Correlation' },
  { name: '95% interval' },
  { name: 'In words' },
];

/** Questions whose answers go together with those to the main question. It is an association, not a cause. */
export function Drivers({ drivers }: { drivers: DriversResult | null }) {
  return (
    <section className="survey-section" aria-labelledby="drivers">
      <h2 className="title-2" id="drivers">
        What goes together
      </h2>
      {drivers === null ? (
        <p className="text-2 survey-none">{`Shown for ${DRIVERS_MIN} or more answers, in surveys with at least 2 scales.`}</p>
      ) : (
        <>
          <p className="text-2 survey-none">
            {`How strongly the answers to these questions go together with those to “${drivers.outcome}”. An association does not mean that one causes the other.`}
          </p>
          <Table
            caption={`Association with: ${drivers.outcome}`}
            className="figures drivers-table"
            columns={COLUMNS}
          >
            <TableBody>
              {drivers.drivers.map(({ text, n, correlation: { value, low, high } }) => (
                <TableRow key={text} head={text}>
                  <TableCell label="Answers">{formatNumber(n)}</TableCell>
                  <TableCell label="Correlation">{signedText(value)}</TableCell>
                  <TableCell
                    label="95% interval"
                    className="nowrap"
                  >{`${signedText(low)} to ${signedText(high)}`}</TableCell>
                  <TableCell label="In words" className="text-2">
                    {strengthOf({ value, low, high })}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
    </section>
  );
}

/** An interval that contains 0 says nothing about a direction. */
function strengthOf({ value, low, high }: { value: number; low: number; high: number }): string {
  if (low <= 0 && high >= 0) return 'No clear association';
  const size = Math.abs(value);
  const strength = size >= 0.5 ? 'Strong' : size >= 0.3 ? 'Moderate' : 'Weak';
  return value > 0 ? `${strength} association` : `${strength} association, in the opposite direction`;
}
