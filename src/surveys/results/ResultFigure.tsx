import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import type { Cell, Estimate, ResultItem } from '#contract/surveys/results.ts';
import { PROTECTED } from '#src/surveys/surveyTexts.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { IntervalStrip } from './IntervalStrip.tsx';

export interface EarlierMean {
  surveyId: string;
  surveyName: string;
  releasedAt: string;
  mean: Estimate | null;
}
interface ResultFigureProps {
  title: string;
  type: string;
  options: readonly string[];
  item: ResultItem;
  /** The means of earlier rounds, the first one first. */
  earlier: readonly EarlierMean[];
}

/** The answers to a question as bars, with the same figures as a table. */
export function ResultFigure({ title, type, options, item, earlier }: ResultFigureProps) {
  const { total, departments } = item;
  return (
    <article className="result-question">
      <h3 className="strong">{title}</h3>
      {total.kind === 'figures' ? (
        <>
          <p className="small text-2">
            {plural(total.n, '# answer', '# answers')}
            {type === 'nps' && !total.enps && '. eNPS is shown from 10 answers on'}
          </p>
          <div className="result-body">
            <Bars options={options} counts={total.counts} isVertical={type !== 'matrix' && isScale(type)} />
            <Estimates
              total={total}
              type={type}
              options={options}
              before={earlier.at(-1)?.mean?.value ?? null}
            />
          </div>
        </>
      ) : (
        <p className="text-2">{withheldText(total, options)}</p>
      )}
      {isScale(type) && earlier.length > 0 && <OverTime title={title} total={total} earlier={earlier} />}
      <Disclosure summary="Show as a table">
        <table className="result-table figures">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Answers</th>
              <th scope="col">By option</th>
              <th scope="col">Mean</th>
            </tr>
          </thead>
          <tbody>
            <Row name="Everybody" cell={total} options={options} />
            {departments.map(({ name, cell }) => (
              <Row key={name} name={name} cell={cell} options={options} />
            ))}
          </tbody>
        </table>
      </Disclosure>
    </article>
  );
}

interface OverTimeProps {
  title: string;
  total: Cell;
  earlier: readonly EarlierMean[];
}
/** Means of all rounds. Rounds whose intervals overlap are about the same. */
function OverTime({ title, total, earlier }: OverTimeProps) {
  const { shortDay } = useFormats();
  const now = total.kind === 'figures' ? total.mean : null;
  const last = earlier.at(-1)?.mean ?? null;
  return (
    <table className="result-table over-time figures">
      <caption className="small text-2">{changeText(now, last)}</caption>
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
  );
}
const meanText = (mean: Estimate | null) =>
  mean ? `${oneDecimal(mean.value)} (${rangeText(mean)})` : PROTECTED;

function changeText(now: Estimate | null, last: Estimate | null): string {
  if (!now || !last) return 'Means by round, with 95% intervals. The last two cannot be compared.';
  if (now.low <= last.high && last.low <= now.high)
    return 'Means by round, with 95% intervals. About the same as in the last round.';
  return now.value > last.value
    ? 'Means by round, with 95% intervals. Higher than in the last round.'
    : 'Means by round, with 95% intervals. Lower than in the last round.';
}

const isScale = (type: string) => type === 'rating' || type === 'nps' || type === 'matrix';

function withheldText(cell: Cell, options: readonly string[]): string {
  if (cell.kind !== 'band') return PROTECTED;
  const isAll = cell.from === 0 && cell.to === options.length - 1;
  return isAll
    ? 'Nearly all answers are the same, so they are not shown.'
    : `Nearly all answers are between ${options[cell.from]} and ${options[cell.to]}.`;
}

function Row({ name, cell, options }: { name: string; cell: Cell; options: readonly string[] }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {cell.kind === 'figures' ? (
        <>
          <td>{formatNumber(cell.n)}</td>
          <td>
            {options.map((option, index) => `${option}: ${formatNumber(cell.counts[index] ?? 0)}`).join(', ')}
          </td>
          <td>{cell.mean ? `${oneDecimal(cell.mean.value)} (${rangeText(cell.mean)})` : '–'}</td>
        </>
      ) : (
        <td colSpan={3} className="text-2">
          {withheldText(cell, options)}
        </td>
      )}
    </tr>
  );
}

interface BarsProps {
  options: readonly string[];
  counts: readonly number[];
  isVertical: boolean;
}
function Bars({ options, counts, isVertical }: BarsProps) {
  const largest = Math.max(1, ...counts);
  const label = options
    .map((option, index) => `${option}: ${plural(counts[index] ?? 0, '# answer', '# answers')}`)
    .join(', ');
  return (
    <div className={isVertical ? 'bars bars-vertical' : 'bars'} role="img" aria-label={label}>
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        const style = { '--share': count / largest } as CSSProperties;
        return (
          <div key={option} style={style}>
            <span className="bar-count figures">{formatNumber(count)}</span>
            <i />
            <span className="bar-label">{option}</span>
          </div>
        );
      })}
    </div>
  );
}

interface EstimatesProps {
  total: Extract<Cell, { kind: 'figures' }>;
  type: string;
  options: readonly string[];
  /** The mean of the last round. */
  before: number | null;
}
function Estimates({ total, type, options, before }: EstimatesProps) {
  const { mean, enps, places } = total;
  if (places)
    return (
      <ol className="places small">
        {options
          .map((option, index) => ({ option, place: places[index] ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ option, place }) => (
            <li key={option}>{`${option}: mean place ${oneDecimal(place)}`}</li>
          ))}
      </ol>
    );
  if (!mean) return null;
  return (
    <dl className="estimates">
      <div>
        <dt className="small text-2">Mean</dt>
        <dd className="estimate figures">{oneDecimal(mean.value)}</dd>
        <dd className="small text-2 figures">{`95% interval: ${rangeText(mean)}`}</dd>
        <dd>
          <IntervalStrip
            mean={mean}
            scale={type === 'nps' ? [0, options.length - 1] : [1, options.length]}
            before={before}
          />
        </dd>
      </div>
      {enps && (
        <div>
          <dt className="small text-2">eNPS</dt>
          <dd className="estimate figures">{formatNumber(enps.value)}</dd>
          <dd className="small text-2 figures">{`95% interval: ${formatNumber(enps.low)} to ${formatNumber(enps.high)}`}</dd>
        </div>
      )}
    </dl>
  );
}

const oneDecimal = (value: number) => value.toFixed(1);
const rangeText = ({ low, high }: Estimate) => `${oneDecimal(low)} to ${oneDecimal(high)}`;
