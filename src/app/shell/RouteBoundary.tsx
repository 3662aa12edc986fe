import { Component, type ErrorInfo, type ReactNode, Suspense, useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { useReporting } from '#src/reporting/ReportingContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorIllustration } from '#src/ui/display/ErrorIllustration.tsx';
import { ScreenSkeleton } from '#src/ui/feedback/Skeleton.tsx';
import { isSameScreen, selectLocation } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';

interface BoundaryProps {
  children: ReactNode;
  /** Resolves with the id of the report once it is sent, or null if it is not. */
  report: (error: unknown) => Promise<string | null>;
  /** Around the message. */
  wrap?: (message: ReactNode) => ReactNode;
  diagnostics: () => Promise<string>;
}
interface BoundaryState {
  error: unknown;
  hasFailed: boolean;
  reportId: string | null;
  /** The server no longer has a file of this version. */
  isOutdated: boolean;
  /** What happened to the diagnostics; empty before they were copied. */
  copied: string;
}

/** A chunk that failed to load (new version, lost connection) is not an error of the screen. */
const isMissingChunk = (error: unknown): error is Error & { request: string } =>
  error instanceof Error && error.name === 'ChunkLoadError';
const initialState: BoundaryState = {
  error: null,
  hasFailed: false,
  reportId: null,
  isOutdated: false,
  copied: '',
};

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = initialState;

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, hasFailed: true };
  }
  override componentDidCatch(error: Error, _info: ErrorInfo) {
    if (isMissingChunk(error)) void this.check(error);
    else void this.report(error);
  }
  async check(error: Error & { request: string }) {
    const response = await fetch(error.request, { method: 'HEAD' }).catch(() => null);
    if (this.state.error === error) this.setState({ isOutdated: response?.status === 404 });
  }
  override componentDidMount() {
    window.addEventListener('online', this.retryMissing);
  }
  override componentWillUnmount() {
    window.removeEventListener('online', this.retryMissing);
  }
  /** The connection was lost before the code of the screen had loaded. */
  retryMissing = () => {
    if (this.state.hasFailed && isMissingChunk(this.state.error)) this.retry();
  };
  async report(error: Error) {
    const reportId = await this.props.report(error);
    if (this.state.error === error) this.setState({ reportId });
  }
  /** A missing chunk needs a page reload. While offline, a reload would fail. */
  retry = () => {
    if (isMissingChunk(this.state.error) && navigator.onLine) window.location.reload();
    else this.setState(initialState);
  };
  copy = () => {
    void this.props
      .diagnostics()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => 'Diagnostics copied. They contain nothing you wrote.',
        () => 'The diagnostics could not be copied.',
      )
      .then((copied) => this.setState({ copied }));
  };
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const { isOutdated } = this.state;
    const isMissing = isMissingChunk(this.state.error);
    const message = (
      <div className="content">
        <div className="page-top">
          <h1 className="title-1">
            {isOutdated ? 'A new version is available' : 'This screen could not be loaded'}
          </h1>
        </div>
        <div className="card">
          <div className="empty empty-large" role="alert">
            <ErrorIllustration />
            <p>
              {!isOutdated &&
                (isMissing ? 'The connection was lost. ' : 'Something went wrong on our side. ')}
              Your saved work is safe.
            </p>
            {this.state.reportId && (
              <p className="small text-3">
                The error was reported without anything you wrote. Report number:{' '}
                <code>{this.state.reportId}</code>
              </p>
            )}
            <div className="row row-wrap empty-action">
              <Button variant="primary" onClick={this.retry}>
                {isOutdated ? 'Reload' : 'Try again'}
              </Button>
              {!isMissing && <Button onClick={this.copy}>Copy diagnostics</Button>}
            </div>
            <p className="small text-3" role="status">
              {this.state.copied}
            </p>
          </div>
        </div>
      </div>
    );
    return this.props.wrap ? this.props.wrap(message) : message;
  }
}

/** Shows an error message when the frame around the screens cannot be loaded or fails. */
export function FrameBoundary({ children }: { children: ReactNode }) {
  const { report, diagnostics } = useReporting();
  return (
    <Boundary
      diagnostics={diagnostics}
      report={(error) => report(error, 'frame')}
      wrap={(message) => (
        <main className="page" id="main" tabIndex={-1}>
          {message}
        </main>
      )}
    >
      {children}
    </Boundary>
  );
}

/** Shows a skeleton while the code of a screen loads, and an error message when the screen fails. */
export default function RouteBoundary({ children }: { children: ReactNode }) {
  const location = useAppSelector(selectLocation);
  const { pathname } = location;
  // A new path resets the error boundary and mounts the screen again.
  const [shown, setShown] = useState({ pathname, key: pathname });
  if (shown.pathname !== pathname) setShown({ pathname, key: isSameScreen(location) ? shown.key : pathname });
  const { report, diagnostics } = useReporting();
  return (
    <Boundary
      key={shown.key}
      diagnostics={diagnostics}
      report={(error) => report(error, `screen ${routeOf(pathname) ?? '/not-found'}`)}
    >
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </Boundary>
  );
}
