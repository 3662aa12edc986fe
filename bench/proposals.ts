import { type Figures, quantile } from '#bench/support/figures.ts';
import { type Availability, findSlots, proposeSlots } from '#server/learning/coaching/slots.ts';

const HOUR_MS = 3_600_000;
const BUSY = 500;
const ROUNDS = 50;
const FROM = Date.parse('2026-03-09T06:00:00Z');
const UNTIL = FROM + 28 * 24 * HOUR_MS;

/** Appointments of 20 minutes, spread over the 4 weeks in which times are searched. */
const personIn = (timeZone: string, shift: number): Availability => ({
  timeZone,
  hours: { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' },
  days: new Map(),
  busy: Array.from({ length: BUSY }, (_, index) => {
    const from = FROM + shift + (index * (UNTIL - FROM)) / BUSY;
    return { from, until: from + HOUR_MS / 3 };
  }),
});

function median(run: () => unknown): number {
  const took = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return quantile(took, 0.5);
}

export async function measureProposals(): Promise<Figures> {
  const query = { minutes: 30, from: FROM, until: UNTIL };
  const busy = [personIn('Europe/Berlin', 0), personIn('America/New_York', HOUR_MS / 2)] as const;
  const free = [
    { ...busy[0], busy: [] },
    { ...busy[1], busy: [] },
  ] as const;
  if (findSlots(busy, query).length === 0) throw new Error('The two people have no common time');
  return {
    title: `Proposed times for two people with ${BUSY} busy times each (4 weeks, two clock changes, median)`,
    method:
      'The same search in one process, for people without busy times as reference. The target is 50 ms.',
    rows: [
      {
        what: 'search and choice of 3 times',
        ours: median(() => proposeSlots(busy, query)),
        reference: median(() => proposeSlots(free, query)),
        referenceName: 'without busy times',
        unit: 'ms',
      },
    ],
  };
}
