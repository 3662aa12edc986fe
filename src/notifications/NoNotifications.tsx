import { Delayed } from '#src/ui/Delayed.tsx';
import { Drawing } from '#src/ui/Drawing.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** The specification's two sentences; or that they could not be read, or are on their way. */
export function NoNotifications({ status }: { status: 'idle' | 'loaded' | 'failed' }) {
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
      <Drawing name={hasFailed ? 'tie' : 'bell'} />
      <h3 className="empty-title">
        {hasFailed ? 'Your notifications did not load' : 'No Recent Notifications'}
      </h3>
      <p>
        {hasFailed
          ? 'They come as soon as the connection is back. Nothing of them is lost.'
          : 'Your recent notifications will appear here'}
      </p>
    </div>
  );
}
