import { quantile } from '#bench/support/figures.ts';
import type { PageName } from './build.ts';
import type { Sample } from './rounds.ts';

export type Results = Map<number, Record<PageName, Sample>>;

interface Line {
  label: string;
  of: keyof Sample;
  unit: string;
  /** The quantile; the median by default. */
  at?: number;
  /** The target: the highest accepted value, and the highest accepted ratio to plain-tail in the same round. */
  most?: number;
  timesReference?: number;
}

const everySize: Line[] = [
  { label: '1 incoming message: call to paint', of: 'incomingMs', unit: 'ms', most: 12 },
  { label: '1 incoming message: main thread', of: 'incomingCpu', unit: 'ms', timesReference: 2.2 },
  { label: 'rows in the document', of: 'rows', unit: '', most: 300 },
];
const opening: Line = { label: 'open: call to paint', of: 'openMs', unit: 'ms' };
const openingCpu: Line = { label: 'open: main thread', of: 'openCpu', unit: 'ms' };
const activity: Line[] = [
  { label: '200 messages in 1 s: main thread', of: 'burstCpu', unit: 'ms' },
  { label: '200 messages in 1 s: dropped frames', of: 'burstDropped', unit: '', most: 2 },
  { label: '200 messages in 1 s: longest task', of: 'burstLongTask', unit: 'ms', most: 50 },
  { label: '200 messages in 1 s: worst gap', of: 'burstWorstGap', unit: 'ms' },
  { label: 'key to paint at rest: median', of: 'restKeyMs', unit: 'ms' },
  { label: 'key to paint at rest: p95', of: 'restKeyMs', unit: 'ms', at: 0.95 },
  { label: 'key at rest: main thread', of: 'restKeyCpu', unit: 'ms' },
  { label: 'key to paint in the burst: median', of: 'keyMs', unit: 'ms', most: 10 },
  { label: 'key to paint in the burst: p95', of: 'keyMs', unit: 'ms', at: 0.95, most: 22 },
  { label: 'scrolling up: dropped frames', of: 'scrollDropped', unit: '%', most: 2 },
  { label: 'scrolling up: worst gap', of: 'scrollWorstGap', unit: 'ms' },
  { label: 'scrolling up: main thread', of: 'scrollCpu', unit: 'ms' },
  { label: 'scrolling up: highest number of rows', of: 'mostRows', unit: '', most: 300 },
];

const linesFor = (size: number, isFull: boolean): Line[] => [
  size === 500 ? { ...opening, most: 60, timesReference: 4 } : opening,
  openingCpu,
  ...everySize,
  { label: 'heap over the empty page', of: 'heap', unit: 'MB', most: 5 * Math.max(1, size / 5_000) },
  ...(isFull ? activity : []),
];

const shown = (value: number | null, unit: string) =>
  value === null
    ? '–'
    : `${value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 })}${unit && ` ${unit}`}`;

/** The median of the ratios of each round, so that a slow machine affects both figures. */
const ratioOf = (ours: number[] = [], reference: number[] = []) =>
  quantile(
    ours.map((value, round) => value / (reference[round] ?? Number.NaN)),
    0.5,
  );

/** Prints the results of all contestants with the targets. Returns the number of missed targets. */
export function report(results: Results, fullSize: number): number {
  let missed = 0;
  const print = (line: string) => process.stdout.write(`${line}\n`);
  for (const [size, of] of results) {
    print(`\n${size.toLocaleString('en-US')} messages loaded`);
    print(
      `${' '.repeat(44)}${['chat', 'plain-tail', 'virtuoso'].map((name) => name.padStart(14)).join('')}   target`,
    );
    for (const { label, of: key, unit, at = 0.5, most, timesReference } of linesFor(
      size,
      size === fullSize,
    )) {
      const figure = (name: PageName) => {
        const values = of[name][key] ?? [];
        return values.length === 0 ? null : quantile(values, at);
      };
      const [ours, reference, library] = [figure('app'), figure('plainTail'), figure('virtualList')];
      const ratio = ratioOf(of.app[key], of.plainTail[key]);
      const limits = [
        ...(most === undefined
          ? []
          : [{ isReached: ours !== null && ours <= most, text: `≤ ${shown(most, unit)}` }]),
        ...(timesReference === undefined
          ? []
          : [
              {
                isReached: ratio <= timesReference,
                text: `${ratio.toFixed(2)}× plain-tail of ≤ ${timesReference}×`,
              },
            ]),
      ];
      const isReached = limits.every((limit) => limit.isReached);
      if (limits.length > 0 && !isReached) missed += 1;
      const target = limits.map(({ text }) => text).join(', ');
      const verdict = limits.length === 0 ? '' : isReached ? `${target}  reached` : `${target}  MISSED`;
      print(
        `  ${label.padEnd(42)}${[ours, reference, library].map((value) => shown(value, unit).padStart(14)).join('')}   ${verdict}`,
      );
    }
  }
  return missed;
}
