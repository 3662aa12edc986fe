import { TITLE_MAX_LENGTH } from '#contract/limits.ts';

/**
 * The name of the next round: `Pulse (2)` after `Pulse`, then `Pulse (3)`. A number of four digits is a year, so
 * `Pulse (2026)` is followed by `Pulse (2026) (2)`.
 */
export function nextRoundName(name: string): string {
  const [, base = name, round = '1'] = /^(.*) \(([1-9]\d{0,2})\)$/.exec(name) ?? [];
  const suffix = ` (${Number(round) + 1})`;
  return `${base.slice(0, TITLE_MAX_LENGTH - suffix.length)}${suffix}`;
}
