import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import './historySkeleton.css';

/** A typical conversation, newest message last. Sizes are in rem. */
const BUBBLES = [
  { isOwn: false, width: 11, height: 2.125 },
  { isOwn: false, width: 15, height: 3.375 },
  { isOwn: true, width: 9, height: 2.125 },
  { isOwn: false, width: 13, height: 2.125 },
  { isOwn: true, width: 16, height: 3.375 },
  { isOwn: true, width: 7, height: 2.125 },
];

/** The placeholder while the newest messages load. Screen readers announce it once. */
export function HistorySkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        <Delayed>Loading messages</Delayed>
      </p>
      <Delayed>
        <div className="history-skeleton" aria-hidden="true">
          {BUBBLES.map(({ isOwn, width, height }, index) => (
            <div key={index} className={isOwn ? 'skeleton-own' : undefined}>
              <Skeleton width={width} height={height} />
            </div>
          ))}
        </div>
      </Delayed>
    </>
  );
}
