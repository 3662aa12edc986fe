import type { CSSProperties } from 'react';
import { Delayed } from './Delayed.tsx';

/** A grey placeholder without animation. Sizes are in rem. */
export function Skeleton({
  width,
  height = 0.75,
  round = false,
}: {
  width: number;
  height?: number;
  round?: boolean;
}) {
  const size: CSSProperties = { inlineSize: `${width}rem`, blockSize: `${height}rem` };
  return <div className={round ? 'skeleton skeleton-round' : 'skeleton'} style={size} />;
}

export const SkeletonHeader = () => (
  <div className="page-top">
    <div className="stack">
      <Skeleton width={16} height={1.75} />
      <Skeleton width={26} height={1} />
    </div>
  </div>
);

export const SkeletonCard = () => (
  <div className="card">
    <div className="stack-3">
      <Skeleton width={6} />
      <Skeleton width={12} height={1} />
      <Skeleton width={16} />
    </div>
  </div>
);

/** Placeholder rows of a list or table. */
export const SkeletonRows = ({ count }: { count: number }) => (
  <div className="card stack-6">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="row">
        <Skeleton width={2.25} height={2.25} round />
        <div className="stack grow">
          <Skeleton width={13} />
          <Skeleton width={22} />
        </div>
      </div>
    ))}
  </div>
);

/** Placeholder of a whole screen, while it is not known yet what it shows or its code loads. */
export const ScreenSkeleton = () => (
  <Delayed>
    <div className="content" aria-hidden="true">
      <SkeletonHeader />
      <SkeletonRows count={4} />
    </div>
  </Delayed>
);
