import { idFrom } from '#server/db/ids.ts';

/** A seeded pseudo-random generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    /** From 0 (inclusive) to 1 (exclusive). */
    next,
    whole,
    is: (probability: number) => next() < probability,
    id: () => idFrom(() => whole(0, 255)),
    some<T>(items: readonly T[], count: number): T[] {
      const rest = [...items];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(whole(0, rest.length - 1), 1),
      ).flat();
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
