import type { CSSProperties } from 'react';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

interface BarsProps {
  options: readonly string[];
  counts: readonly number[];
  isVertical: boolean;
}
/** The number of answers to each option. */
export function Bars({ options, counts, isVertical }: BarsProps) {
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
