import { Delayed } from '#src/ui/Delayed.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import './historySkeleton.css';

/** As people talk: one says more, the other answers. Sizes are in rem, the newest last. */
const BUBBLES = [
  { isOwn: false, width: 11, height: 2.125 },
  { isOwn: false, width: 15, height: 3.375 },
  { isOwn: true, width: 9, height: 2.125 },
  { isOwn: false, width: 13, height: 2.125 },
  { isOwn: true, width: 16, height: 3.375 },
  { isOwn: true, width: 7, height: 2.125 },
];

/** The shape of a conversation while its newest messages are on their way. Those who listen are told once. */
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
