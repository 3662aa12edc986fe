import { type TextareaHTMLAttributes, useRef } from 'react';
import type { LintProblem } from './lint.ts';

interface LintedTextProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string;
  problems: readonly LintProblem[];
}

/**
 * A text field that underlines the words of its problems. A text area cannot mark words, so the marks are in a copy of the
 * text behind it.
 */
export function LintedText({ value, problems, ...rest }: LintedTextProps) {
  const marks = useRef<HTMLDivElement>(null);
  return (
    <div className="linted">
      <div ref={marks} className="input linted-marks" aria-hidden="true">
        {partsOf(value, problems).map(({ from, text, isMarked }) =>
          isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
        )}
      </div>
      <textarea
        {...rest}
        className="input"
        value={value}
        onScroll={({ currentTarget: { scrollTop } }) => marks.current?.scrollTo(0, scrollTop)}
      />
    </div>
  );
}

interface Part {
  from: number;
  text: string;
  isMarked: boolean;
}

/** The text, cut where a mark begins or ends. */
function partsOf(text: string, problems: readonly LintProblem[]): Part[] {
  const ranges = problems.flatMap(({ range }) => (range ? [range] : []));
  const cuts = [...new Set([0, text.length, ...ranges.flat()])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => ({
    from,
    text: text.slice(from, cuts[index + 1]),
    isMarked: ranges.some(([start, end]) => start <= from && from < end),
  }));
}
