import { useState } from 'react';
import type { Feedback, FeedbackQuestion } from '#contract/surveys/feedback.ts';
import type { Cell } from '#contract/surveys/results.ts';
import { isScale, PROTECTED } from '#src/surveys/surveyTexts.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { ChooseTopicDialog } from './ChooseTopicDialog.tsx';
import { reportGroupNames } from './feedbackTexts.ts';

interface FeedbackItemProps {
  question: FeedbackQuestion;
  item: FeedbackQuestion['items'][number];
  isSubject: Feedback['isSubject'];
}

/** The self-assessment next to the ratings of other people, and each group in a table. */
export function FeedbackItem({ question: { text, options, type }, item, isSubject }: FeedbackItemProps) {
  const { others, groups, cannotJudge } = item;
  const [isChoosing, setChoosing] = useState(false);
  const title = item.text === null ? text : `${text} ${item.text}`;
  const self = groups.find(({ group }) => group === 'self')?.cell;
  const hasScale = isScale(type);
  const first = type === 'nps' ? 0 : 1;
  const own = hasScale && self ? scoreOf(self, first) : null;
  const mean = hasScale && others.kind === 'figures' ? meanOf(others, first) : null;
  const gap = gapOf(own, mean, others);
  return (
    <article>
      <div>
        <h3 className="strong">{title}</h3>
        <p className="small text-2">
          {others.kind === 'figures'
            ? [
                plural(others.n, '# answer from others', '# answers from others'),
                ...(cannotJudge ? [plural(cannotJudge, '# cannot judge', '# cannot judge')] : []),
              ].join(', ')
            : PROTECTED}
        </p>
      </div>
      {hasScale && (
        <>
          <GapLine
            options={options}
            own={own}
            mean={mean}
            others={others}
            first={first}
            isSubject={isSubject}
          />
          <div className="gap-text">
            <p>{gapText(own, mean, others, isSubject)}</p>
            {isSubject && gap < 0 && (
              <Button
                variant="link"
                aria-label={`Choose as topic: ${title}`}
                onClick={() => setChoosing(true)}
              >
                Choose as topic
              </Button>
            )}
          </div>
          {isChoosing && <ChooseTopicDialog statement={title} onClose={() => setChoosing(false)} />}
        </>
      )}
      <Disclosure summary="Show by group">
        <table className="result-table figures">
          <caption className="visually-hidden">{`${title}, by group`}</caption>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Answers</th>
              <th scope="col">By option</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ group, cell }) => (
              <tr key={group}>
                <th scope="row">{isSubject && group === 'self' ? 'You' : reportGroupNames[group]}</th>
                {cell.kind === 'figures' ? (
                  <>
                    <td>{formatNumber(cell.n)}</td>
                    <td>
                      {options
                        .map((option, index) => `${option}: ${formatNumber(cell.counts[index] ?? 0)}`)
                        .join(', ')}
                    </td>
                  </>
                ) : (
                  <td colSpan={2} className="text-2">
                    {cell.kind === 'band'
                      ? `Nearly all answers are between ${options[cell.from]} and ${options[cell.to]}.`
                      : PROTECTED}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </article>
  );
}

/** The only answer of a person. */
function scoreOf(cell: Cell, first: number): number | null {
  const chosen = cell.kind === 'figures' ? cell.counts.findIndex((count) => count > 0) : -1;
  return chosen === -1 ? null : first + chosen;
}

/** Rounded as it is shown, so that the difference to the self-assessment is the difference of the shown figures. */
const meanOf = ({ counts, n }: Extract<Cell, { kind: 'figures' }>, first: number) =>
  Number((counts.reduce((sum, count, index) => sum + count * (first + index), 0) / n).toFixed(1));

/**
 * How much higher other people rate; 0 if the self-assessment is within their interval, or if one of the two is
 * missing.
 */
function gapOf(own: number | null, mean: number | null, others: Cell): number {
  if (own === null || mean === null || others.kind !== 'figures') return 0;
  const { mean: estimate } = others;
  const isInside = estimate !== null && estimate.low <= own && own <= estimate.high;
  return isInside || Math.abs(mean - own) < 0.05 ? 0 : mean - own;
}

function gapText(own: number | null, mean: number | null, others: Cell, isSubject: boolean): string {
  if (own === null) return isSubject ? 'You did not answer this.' : 'No self-assessment.';
  if (mean === null || others.kind !== 'figures')
    return `${own.toFixed(1)}. The answers of others are protected.`;
  const gap = gapOf(own, mean, others);
  if (gap === 0) return 'About the same';
  const size = Math.abs(gap).toFixed(1);
  if (isSubject) return gap < 0 ? `${size} lower than you` : `${size} higher than you`;
  return gap < 0 ? `${size} lower than the self-assessment` : `${size} higher than the self-assessment`;
}

interface GapLineProps {
  options: readonly string[];
  own: number | null;
  mean: number | null;
  others: Cell;
  first: number;
  isSubject: boolean;
}
function GapLine({ options, own, mean, others, first, isSubject }: GapLineProps) {
  const last = first + options.length - 1;
  const at = (value: number) => 4 + ((value - first) / (last - first)) * 92;
  const interval = others.kind === 'figures' ? others.mean : null;
  const label = [
    own === null ? null : `${isSubject ? 'You' : 'Self-assessment'}: ${own.toFixed(1)}`,
    mean === null ? `Others: ${PROTECTED}` : `Others: mean ${mean.toFixed(1)}`,
    interval && `95% interval ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <div>
      <svg className="gap-line" role="img" aria-label={label}>
        <line x1="4%" x2="96%" y1="50%" y2="50%" />
        {interval && (
          <rect
            className="gap-interval"
            x={`${at(interval.low)}%`}
            width={`${Math.max(at(interval.high) - at(interval.low), 1)}%`}
            y="30%"
            height="40%"
            rx="6"
          />
        )}
        {mean !== null && <circle className="gap-others" cx={`${at(mean)}%`} cy="50%" r="6" />}
        {own !== null && (
          <svg x={`${at(own)}%`} y="50%" overflow="visible" aria-hidden="true">
            <path className="gap-self" d="M0 -7 L7 0 L0 7 L-7 0 Z" />
          </svg>
        )}
      </svg>
      <p className="small text-2 gap-ends">
        <span>{options[0]}</span>
        <span>{options.at(-1)}</span>
      </p>
    </div>
  );
}
