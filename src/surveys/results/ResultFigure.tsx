import type { Cell, ResultItem, ScaleEnds } from '#contract/surveys/results.ts';
import type { SurveyMode } from '#contract/surveys/surveyStates.ts';
import { hiddenText, isScale } from '#src/surveys/surveyTexts.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { Bars } from './Bars.tsx';
import { changeText, type EarlierMean, oneDecimal, rangeText, signedNumber } from './changes.ts';
import { EarlierRounds } from './EarlierRounds.tsx';
import { IntervalStrip } from './IntervalStrip.tsx';

interface ResultFigureProps {
  title: string;
  type: string;
  options: readonly string[];
  item: ResultItem;
  mode: SurveyMode;
  /** What the lowest and the highest value mean, if the scale says it. */
  ends: ScaleEnds | null;
  /** The means of earlier rounds, oldest first. */
  earlier: readonly EarlierMean[];
}

/** The answers to a question as bars, with the same figures as a table. */
export function ResultFigure({ title, type, options, item, mode, ends, earlier }: ResultFigureProps) {
  const { total, departments } = item;
  const hasRounds = isScale(type) && earlier.length > 0;
  const now = total.kind === 'figures' ? total.mean : null;
  const last = earlier.at(-1)?.mean ?? null;
  return (
    <article className="result-question result-figures-of-question">
      <div>
        <h3 className="strong">{title}</h3>
        {total.kind === 'figures' ? (
          <p className="small text-2">
            {`${plural(total.n, '# answer', '# answers')}.`}
            {hasRounds && ` ${changeText(now, last)}`}
            {type === 'nps' && !total.enps && ' eNPS is shown for 10 or more answers.'}
          </p>
        ) : (
          <p className="text-2">{withheldText(total, options, mode)}</p>
        )}
      </div>
      {total.kind === 'figures' && (
        <div className="result-body">
          <Bars
            options={options}
            counts={total.counts}
            isVertical={type !== 'matrix' && isScale(type)}
            ends={ends}
          />
          <Estimates total={total} type={type} options={options} before={last?.value ?? null} />
        </div>
      )}
      <div className="result-more">
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
              <Row name="Everybody" cell={total} options={options} mode={mode} />
              {departments.map(({ name, cell }) => (
                <Row key={name} name={name} cell={cell} options={options} mode={mode} />
              ))}
            </tbody>
          </table>
        </Disclosure>
        {hasRounds && <EarlierRounds title={title} now={now} earlier={earlier} />}
      </div>
    </article>
  );
}

function withheldText(cell: Cell, options: readonly string[], mode: SurveyMode): string {
  if (cell.kind !== 'band') return hiddenText(mode);
  const isAll = cell.from === 0 && cell.to === options.length - 1;
  return isAll
    ? 'Nearly all answers are the same, so they are not shown.'
    : `Nearly all answers are between ${options[cell.from]} and ${options[cell.to]}.`;
}

interface RowProps {
  name: string;
  cell: Cell;
  options: readonly string[];
  mode: SurveyMode;
}
function Row({ name, cell, options, mode }: RowProps) {
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
          {withheldText(cell, options, mode)}
        </td>
      )}
    </tr>
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
            <li key={option}>{`${option}: mean rank ${oneDecimal(place)}`}</li>
          ))}
      </ol>
    );
  if (!mean) return null;
  return (
    <dl className="estimates">
      <div>
        <dt className="small text-2">Mean</dt>
        <dd className="estimate figures">{oneDecimal(mean.value)}</dd>
        <dd className="small text-2 figures">
          {`95% interval: ${rangeText(mean)}`}
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
          <dd className="estimate figures">{signedNumber(enps.value)}</dd>
          <dd className="small text-2 figures">{`95% interval: ${signedNumber(enps.low)} to ${signedNumber(enps.high)}`}</dd>
        </div>
      )}
    </dl>
  );
}
