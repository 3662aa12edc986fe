import { printFigures } from '#bench/support/figures.ts';
import { measureBytes } from './bytes.ts';
import { measureDelivery } from './delivery.ts';
import { measureDevelopmentChecks } from './developmentChecks.ts';
import { measurePaints } from './paints.ts';
import { measureProposals } from './proposals.ts';
import { measureStart } from './start.ts';

/** `npm run bench`: prints each figure with its reference, both measured in the same run. */
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries({
  bytes: measureBytes,
  paints: measurePaints,
  start: measureStart,
  delivery: measureDelivery,
  checks: measureDevelopmentChecks,
  proposals: measureProposals,
}))
  if (wanted.length === 0 || wanted.includes(name)) printFigures(await measure());
