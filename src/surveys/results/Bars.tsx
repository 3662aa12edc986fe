import type { CSSProperties } from 'react';
import type { ScaleEnds } from '#contract/surveys/results.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

interface BarsProps {
  options: readonly string[];
  counts: readonly number[];
  isVertical: boolean;
  /** What the first and the last option mean. */
  ends?: ScaleEnds | null;
}
/** The number of answers to each option. */
export function Bars({ options, counts, isVertical, ends = null }: BarsProps) {
  const largest = Math.max(1, ...counts);
  const label = options
    .map((option, index) => `${option}: ${plural(counts[index] ?? 0, '# answer', '# answers')}`)
    .join(', ');
  const bars = (
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
  if (!ends) return bars;
  return (
    <div className="bars-with-ends">
      {bars}
      <p className="bars-ends small text-2">
        <span>{`${options[0]}: ${ends.low}`}</span>
        <span>{`${options.at(-1)}: ${ends.high}`}</span>
      </p>
    </div>
  );
}
