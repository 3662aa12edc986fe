import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { Drawing } from '#src/ui/Drawing.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';

interface BoundaryProps {
  children: ReactNode;
  /** Gives the number of the report, where one is sent. */
  report: (error: unknown) => string | null;
}
interface BoundaryState {
  error: unknown;
  hasFailed: boolean;
  reportId: string | null;
}

/** A part of the application that did not arrive (a new version, a lost connection) is another cause than a fault. */
const isMissingChunk = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, hasFailed: false, reportId: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, hasFailed: true };
  }
  override componentDidCatch(error: Error, _info: ErrorInfo) {
    if (!isMissingChunk(error)) this.setState({ reportId: this.props.report(error) });
  }
  /** A part that did not arrive is asked for anew by loading the page; not while that would lose the page itself. */
  retry = () => {
    if (isMissingChunk(this.state.error) && navigator.onLine) window.location.reload();
    else this.setState({ error: null, hasFailed: false, reportId: null });
  };
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const isMissing = isMissingChunk(this.state.error);
    return (
      <div className="content">
        <div className="page-top">
          <h1 className="title-1">This screen could not be shown</h1>
        </div>
        <div className="card">
          <div className="empty empty-large" role="alert">
            <Drawing name="tie" />
            <p>
              {isMissing
                ? 'A part of it did not arrive: the connection was lost, or Trellis has just been renewed. What you have saved is safe.'
                : 'Something in it went wrong at our end. What you have saved is safe.'}
            </p>
            {this.state.reportId && (
              <p className="small text-3">
                It has been reported, without anything you wrote, as <code>{this.state.reportId}</code>.
              </p>
            )}
            <div className="row row-wrap empty-action">
              <Button look="primary" onClick={this.retry}>
                Retry
              </Button>
            </div>
          </div>
        </div>
      </div>
    );
  }
}

/** Around each screen: what is drawn while its code comes, and what is said when it breaks. */
export default function RouteBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useAppSelector(selectLocation); // another place is a new start
  const { report } = useReporting();
  return (
    <Boundary key={pathname} report={(error) => report(error, `screen ${routeOf(pathname) ?? '/not-found'}`)}>
      <Suspense
        fallback={
          <Delayed>
            <div className="content" aria-hidden="true">
              <SkeletonTop />
              <SkeletonRows count={4} />
            </div>
          </Delayed>
        }
      >
        {children}
      </Suspense>
    </Boundary>
  );
}
