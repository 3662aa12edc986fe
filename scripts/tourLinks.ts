// Keeps the line numbers in docs/tour.md correct. `npm run format` runs it; test/scripts/tour.test.ts checks the
// result.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOUR = 'docs/tour.md';
/** A link to a line: [`symbol`](../path#L12). */
const LINK = /\[`([^`]+)`\]\(\.\.\/([^)#]+)#L(\d+)\)/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const named = (symbol: string) => new RegExp(`(?<![\\w$])${escaped(symbol)}(?![\\w$])`);
const declared = (symbol: string) =>
  new RegExp(`\\b(?:function\\*?|const|class|interface|type) ${escaped(symbol)}(?![\\w$])`);

/** The line that declares the symbol, or else the named line that is nearest to the old one; 0 if there is none. */
function lineOf(text: string, symbol: string, old: number): number {
  const lines = text.split('\n');
  const matching = (pattern: RegExp) =>
    lines.flatMap((line, index) => (pattern.test(line) ? index + 1 : [])).sort(nearestTo(old));
  return matching(declared(symbol))[0] ?? matching(named(symbol))[0] ?? 0;
}
const nearestTo = (line: number) => (a: number, b: number) => Math.abs(a - line) - Math.abs(b - line);

/**
 * The page with correct line numbers, and a list of what was wrong. `read` returns null for a file that does not exist.
 */
export function checkLinks(page: string, read: (path: string) => string | null) {
  const problems: string[] = [];
  const text = page.replace(LINK, (link, symbol: string, path: string, given: string) => {
    const source = read(path);
    const line = source === null ? 0 : lineOf(source, symbol, Number(given));
    if (line === 0) problems.push(source === null ? `${path} does not exist` : `${path} has no ${symbol}`);
    else if (line !== Number(given)) problems.push(`${path}: ${symbol} is in line ${line}, not ${given}`);
    return line === 0 ? link : `[\`${symbol}\`](../${path}#L${line})`;
  });
  return { text, problems, count: [...page.matchAll(LINK)].length };
}

export const checkTour = () =>
  checkLinks(readFileSync(TOUR, 'utf8'), (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null));

if (process.argv[1] === import.meta.filename) {
  process.chdir(join(import.meta.dirname, '..'));
  const { text, problems } = checkTour();
  const lost = problems.filter((problem) => !problem.includes(' is in line '));
  for (const problem of lost) console.error(`${TOUR}: ${problem}`);
  writeFileSync(TOUR, text);
  process.exitCode = lost.length > 0 ? 1 : 0;
}
