/** A small generator with a seed, so that a failure can be repeated. Returns whole numbers below the given one. */
export function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
