import { Illustration } from '#src/ui/display/Illustration.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';

/** Shown if there are no notifications, if they failed to load, or while they load. */
export function EmptyNotifications({ status }: { status: 'idle' | 'loaded' | 'failed' }) {
  if (status === 'idle')
    return (
      <Delayed>
        <div className="panel-loading stack-6" aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <div key={row} className="row">
              <Skeleton width={2.25} height={2.25} round />
              <div className="stack grow">
                <Skeleton width={16} />
                <Skeleton width={8} />
              </div>
            </div>
          ))}
        </div>
      </Delayed>
    );
  const hasFailed = status === 'failed';
  return (
    <div className="empty" role={hasFailed ? 'alert' : undefined}>
      <Illustration name={hasFailed ? 'tie' : 'bell'} />
      <h3 className="empty-title">
        {hasFailed ? 'Your notifications did not load' : 'No Recent Notifications'}
      </h3>
      <p>
        {hasFailed
          ? 'They will appear when you are connected again. No notifications are lost.'
          : 'Your recent notifications will appear here'}
      </p>
    </div>
  );
}
