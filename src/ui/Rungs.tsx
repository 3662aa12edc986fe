export type RungState = 'done' | 'now' | 'open';

interface RungsProps {
  /** One list of states a topic: progress is one mark per step and cannot show what the rows do not have. */
  groups: RungState[][];
  label: string;
  small?: boolean;
}

export function Rungs({ groups, label, small = false }: RungsProps) {
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

/** Rungs from counts; with `withNow` the first open step is the one at hand. */
export function rungsOf(counts: readonly { done: number; total: number }[], withNow = false): RungState[][] {
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
