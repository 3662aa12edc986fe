import { SkeletonCard, SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';

export const ProgramSkeleton = () => (
  <>
    <SkeletonHeader />
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
