import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { Drawing } from '#src/ui/Drawing.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

interface BoundaryProps {
  children: ReactNode;
}
interface BoundaryState {
  error: unknown;
  hasFailed: boolean;
}

/** A part of the application that did not arrive (a new version, a lost connection) is another cause than a fault. */
const isMissingChunk = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true };
  }
  override componentDidCatch(error: Error, _info: ErrorInfo) {
    // Reported by the composition root like every other uncaught error.
    if (!isMissingChunk(error)) reportError(error);
  }
  /** A part that did not arrive is asked for anew by loading the page; not while that would lose the page itself. */
  retry = () => {
    if (isMissingChunk(this.state.error) && navigator.onLine) window.location.reload();
    else this.setState({ error: null, hasFailed: false });
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
  return (
    <Boundary key={pathname}>
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
