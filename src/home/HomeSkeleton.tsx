import { Skeleton, SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';

const Row = () => (
  <li className="need">
    <Skeleton width={1.125} height={1.125} round />
    <div className="stack">
      <Skeleton width={13} />
      <Skeleton width={22} />
    </div>
    <Skeleton width={4.75} height={2} />
  </li>
);

export const HomeSkeleton = () => (
  <>
    <SkeletonHeader />
    <div className="columns">
      <div>
        <div className="first-need">
          <div className="stack-3">
            <Skeleton width={8} height={1.125} />
            <Skeleton width={14} height={1.375} />
            <Skeleton width={26} />
          </div>
          <Skeleton width={7} height={2.25} />
        </div>
        <div className="needs">
          <div className="needs-group">
            <div />
            <ul>
              <Row />
              <Row />
            </ul>
          </div>
        </div>
      </div>
      <div className="side">
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
    </div>
  </>
);
