import { measureBytes } from './bytes.ts';
import { measureDelivery } from './delivery.ts';
import { measureDevelopmentChecks } from './developmentChecks.ts';
import { measureStart } from './start.ts';
import { printFigures } from './support/figures.ts';

/** `npm run bench`: each figure beside what it is compared with, measured in the same run on this machine. */
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries({
  bytes: measureBytes,
  start: measureStart,
  delivery: measureDelivery,
  checks: measureDevelopmentChecks,
}))
  if (wanted.length === 0 || wanted.includes(name)) printFigures(await measure());
