import { quantile } from '#bench/support/figures.ts';
import { type Load, SECONDS } from './load.ts';
import type { Measurement } from './measure.ts';

const printLine = (line: string) => void process.stdout.write(`${line}\n`);
const figure = (value: number, width: number) => value.toFixed(2).padStart(width);
const ofRounds = (rounds: number[][], q: number) =>
  quantile(
    rounds.map((times) => quantile(times, q)),
    0.5,
  );

/** Prints one line per call and size. `growth` is the p99 divided by the p99 in the smallest organisation. */
export function report(title: string, measured: Measurement[]) {
  printLine(`\n${title}`);
  printLine(
    `  ${'call'.padEnd(22)} ${'users'.padStart(7)} ${'trips'.padStart(6)} ${'calls/s'.padStart(8)} ${'p50 ms'.padStart(8)} ${'bare'.padStart(8)} ${'ratio'.padStart(6)} ${'p99 ms'.padStart(8)} ${'bare'.padStart(8)} ${'ratio'.padStart(6)} ${'growth'.padStart(6)} ${'bare'.padStart(6)}`,
  );
  for (const { call, users, roundTrips, ours, bare } of measured) {
    const smallest = measured.find((one) => one.call.name === call.name);
    const [p50, p99] = [ofRounds(ours, 0.5), ofRounds(ours, 0.99)];
    const [bareP50, bareP99] = [ofRounds(bare, 0.5), ofRounds(bare, 0.99)];
    const all = ours.flat();
    const perSecond = (1_000 * all.length) / all.reduce((sum, time) => sum + time, 0);
    printLine(
      `  ${call.name.padEnd(22)} ${String(users).padStart(7)} ${String(roundTrips).padStart(6)} ${perSecond.toFixed(0).padStart(8)} ${figure(p50, 8)} ${figure(bareP50, 8)} ${figure(p50 / bareP50, 5)}× ${figure(p99, 8)} ${figure(bareP99, 8)} ${figure(p99 / bareP99, 5)}× ${figure(p99 / ofRounds(smallest?.ours ?? ours, 0.99), 5)}× ${figure(bareP99 / ofRounds(smallest?.bare ?? bare, 0.99), 5)}×`,
    );
  }
}

/**
 * Prints one line per call and number of connections. `share` is the call's rate divided by the rate of the bare route.
 */
export function reportLoad(database: string, measured: Load[]) {
  printLine(`\n${database} under load: ${SECONDS} s each, next to a bare route in the same process`);
  printLine(
    `  ${'call'.padEnd(14)} ${'connections'.padStart(11)} ${'calls/s'.padStart(8)} ${'bare'.padStart(8)} ${'share'.padStart(6)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${'ratio'.padStart(6)}`,
  );
  for (const { name, connections, ours, bare } of measured)
    printLine(
      `  ${name.padEnd(14)} ${String(connections).padStart(11)} ${ours.perSecond.toFixed(0).padStart(8)} ${bare.perSecond.toFixed(0).padStart(8)} ${(ours.perSecond / bare.perSecond).toFixed(3).padStart(6)} ${figure(ours.p50, 8)} ${figure(ours.p99, 8)} ${figure(ours.p99 / ours.p50, 5)}×`,
    );
}
