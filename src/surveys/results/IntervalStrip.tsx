import type { CSSProperties } from 'react';
import type { Estimate } from '#contract/surveys/results.ts';

interface IntervalStripProps {
  mean: Estimate;
  /** The ends of the scale. */
  scale: readonly [min: number, max: number];
  /** The mean of the last round. */
  before: number | null;
}

/** A mean with its interval on the scale, and the mean of the last round. The same figures are next to it as text. */
export function IntervalStrip({ mean, scale: [min, max], before }: IntervalStripProps) {
  const at = (value: number) => `${(((value - min) / (max - min)) * 100).toFixed(1)}%`;
  const style = {
    '--from': at(mean.low),
    '--to': at(mean.high),
    '--at': at(mean.value),
    ...(before !== null && { '--before': at(before) }),
  } as CSSProperties;
  return (
    <div className="interval-strip" style={style} aria-hidden="true">
      <span className="interval-range" />
      {before !== null && <span className="interval-before" />}
      <span className="interval-mean" />
      <span className="interval-ends small text-2">
        <span>{min}</span>
        <span>{max}</span>
      </span>
    </div>
  );
}
