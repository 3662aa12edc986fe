import { longestParts, mergeParts, secondsOf, type WatchedPart } from '#contract/learning/uploads.ts';

/** Players offer up to double speed. */
const MAX_SPEED = 2;
/** Tolerance for the duration of a report and for clock differences. */
const TOLERANCE_SECONDS = 5;

/**
 * The parts after a report. A browser can report anything, so no more is added than could be watched at double speed in the
 * time that has passed since the last report.
 */
export function addWatched(
  known: readonly WatchedPart[],
  reported: readonly WatchedPart[],
  { seconds, passedSeconds }: { seconds: number; passedSeconds: number },
): WatchedPart[] {
  let watched = mergeParts(known, seconds);
  let rest = Math.max(0, passedSeconds) * MAX_SPEED + TOLERANCE_SECONDS;
  for (const [from, to] of mergeParts(reported, seconds)) {
    const next = mergeParts([...watched, [from, to]], seconds);
    const added = secondsOf(next) - secondsOf(watched);
    if (added > rest)
      return longestParts(mergeParts([...watched, ...firstSeconds(watched, [from, to], rest)], seconds));
    rest -= added;
    watched = next;
  }
  return longestParts(watched);
}

/** The beginning of a part, long enough to add this many seconds to the known parts. */
function firstSeconds(known: readonly WatchedPart[], [from, to]: WatchedPart, rest: number): WatchedPart[] {
  let at = from;
  let left = rest;
  for (const [start, end] of known) {
    if (end <= at || start >= to) continue;
    const gap = Math.max(0, start - at);
    if (gap >= left) break;
    left -= gap;
    at = Math.max(at, end);
  }
  return [[from, Math.min(to, at + left)]];
}
