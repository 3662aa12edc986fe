import { SkeletonCard, SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';

export const ProgramSkeleton = () => (
  <>
    <SkeletonTop />
    <div className="columns">
      <div className="stack-6">
        <SkeletonRows count={3} />
        <SkeletonRows count={2} />
      </div>
      <div className="side">
        <SkeletonCard />
        <SkeletonCard />
      </div>
    </div>
  </>
);
