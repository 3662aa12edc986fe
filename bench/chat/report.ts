import { quantile } from '../support/figures.ts';
import type { PageName } from './build.ts';
import type { Sample } from './rounds.ts';

export type Results = Map<number, Record<PageName, Sample>>;

interface Line {
  what: string;
  of: keyof Sample;
  unit: string;
  /** The median unless it says otherwise. */
  at?: number;
  /** What ours may be at most, and how many times the reference of the same round. */
  most?: number;
  timesReference?: number;
}

const everySize: Line[] = [
  { what: 'arrival of one: call to painted', of: 'arrivalMs', unit: 'ms', most: 12 },
  { what: 'arrival of one: main thread', of: 'arrivalCpu', unit: 'ms', timesReference: 2 },
  { what: 'rows in the document', of: 'rows', unit: '', most: 300 },
];
const opening: Line = { what: 'open: call to painted', of: 'openMs', unit: 'ms' };
const openingCpu: Line = { what: 'open: main thread', of: 'openCpu', unit: 'ms' };
const life: Line[] = [
  { what: '200 in a second: main thread', of: 'burstCpu', unit: 'ms' },
  { what: '200 in a second: dropped frames', of: 'burstDropped', unit: '', most: 2 },
  { what: '200 in a second: longest task', of: 'burstLongTask', unit: 'ms', most: 50 },
  { what: '200 in a second: worst gap', of: 'burstWorstGap', unit: 'ms' },
  { what: 'key to painted at rest: median', of: 'restKeyMs', unit: 'ms' },
  { what: 'key to painted at rest: p95', of: 'restKeyMs', unit: 'ms', at: 0.95 },
  { what: 'key at rest: main thread', of: 'restKeyCpu', unit: 'ms' },
  { what: 'key to painted meanwhile: median', of: 'keyMs', unit: 'ms', most: 8 },
  { what: 'key to painted meanwhile: p95', of: 'keyMs', unit: 'ms', at: 0.95, most: 20 },
  { what: 'scrolling up: dropped frames', of: 'scrollDropped', unit: '%', most: 2 },
  { what: 'scrolling up: worst gap', of: 'scrollWorstGap', unit: 'ms' },
  { what: 'scrolling up: main thread', of: 'scrollCpu', unit: 'ms' },
  { what: 'scrolling up: most rows in the document', of: 'mostRows', unit: '', most: 300 },
];

const linesFor = (size: number, isWhole: boolean): Line[] => [
  size === 500 ? { ...opening, most: 60, timesReference: 4 } : opening,
  openingCpu,
  ...everySize,
  { what: 'heap over the empty page', of: 'heap', unit: 'MB', most: 5 * Math.max(1, size / 5_000) },
  ...(isWhole ? life : []),
];

const shown = (value: number | null, unit: string) =>
  value === null
    ? '–'
    : `${value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 })}${unit && ` ${unit}`}`;

/** Of each round by itself, so that a machine that was slow for a while was it for both. */
const timesIn = (ours: number[] = [], reference: number[] = []) =>
  quantile(
    ours.map((value, round) => value / (reference[round] ?? Number.NaN)),
    0.5,
  );

/** Ours beside the limit and the list of the library, each with what it is to reach. Says how many do not. */
export function report(results: Results, wholeSize: number): number {
  let missed = 0;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  for (const [size, of] of results) {
    say(`\n${size.toLocaleString('en-US')} messages loaded`);
    say(
      `${' '.repeat(44)}${['ours', 'plain-tail', 'virtuoso'].map((name) => name.padStart(14)).join('')}   target`,
    );
    for (const { what, of: key, unit, at = 0.5, most, timesReference } of linesFor(
      size,
      size === wholeSize,
    )) {
      const figure = (name: PageName) => {
        const values = of[name][key] ?? [];
        return values.length === 0 ? null : quantile(values, at);
      };
      const [ours, reference, library] = [figure('app'), figure('plainTail'), figure('virtualList')];
      const times = timesIn(of.app[key], of.plainTail[key]);
      const limits = [
        ...(most === undefined
          ? []
          : [{ isReached: ours !== null && ours <= most, words: `≤ ${shown(most, unit)}` }]),
        ...(timesReference === undefined
          ? []
          : [
              {
                isReached: times <= timesReference,
                words: `${times.toFixed(2)}× plain-tail of ≤ ${timesReference}×`,
              },
            ]),
      ];
      const isReached = limits.every((limit) => limit.isReached);
      if (limits.length > 0 && !isReached) missed += 1;
      const target = limits.map(({ words }) => words).join(', ');
      const verdict = limits.length === 0 ? '' : isReached ? `${target}  reached` : `${target}  MISSED`;
      say(
        `  ${what.padEnd(42)}${[ours, reference, library].map((value) => shown(value, unit).padStart(14)).join('')}   ${verdict}`,
      );
    }
  }
  return missed;
}
