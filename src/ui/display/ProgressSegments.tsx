export type SegmentState = 'done' | 'now' | 'open';

interface ProgressSegmentsProps {
  /** The states of the steps, one list per topic. */
  groups: SegmentState[][];
  label: string;
  small?: boolean;
}

export function ProgressSegments({ groups, label, small = false }: ProgressSegmentsProps) {
  const classes = ['rungs', groups.length > 1 && 'rungs-grouped', small && 'rungs-small']
    .filter(Boolean)
    .join(' ');
  return (
    <ol className={classes} aria-label={label}>
      {groups.flatMap((group, at) =>
        group.map((state, index) => (
          <li
            key={`${at}.${index}`}
            data-done={state === 'done' || undefined}
            data-now={state === 'now' || undefined}
            data-first={(at > 0 && index === 0) || undefined}
          />
        )),
      )}
    </ol>
  );
}

/** The states for counts of done and open steps; `withNow` marks the first open one as current. */
export function segmentsOf(
  counts: readonly { done: number; total: number }[],
  withNow = false,
): SegmentState[][] {
  let isNowLeft = withNow;
  return counts.map(({ done, total }) =>
    Array.from({ length: total }, (_, index) => {
      if (index < done) return 'done';
      if (!isNowLeft) return 'open';
      isNowLeft = false;
      return 'now';
    }),
  );
}
