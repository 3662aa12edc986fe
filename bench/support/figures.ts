export interface Figures {
  title: string;
  /** What is measured and how. */
  method: string;
  rows: { what: string; ours: number; reference: number; referenceName: string; unit: string }[];
}

export function printFigures({ title, method, rows }: Figures) {
  process.stdout.write(`\n${title}\n${method}\n`);
  for (const { what, ours, reference, referenceName, unit } of rows) {
    const ratio = reference === 0 ? '' : `  ${(ours / reference).toFixed(2)}×`;
    process.stdout.write(
      `  ${what.padEnd(44)} ${format(ours)} ${unit}   ${referenceName}: ${format(reference)} ${unit}${ratio}\n`,
    );
  }
}

const format = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 }).padStart(9);

export function quantile(values: number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export const median = (values: number[]): number => quantile(values, 0.5);
