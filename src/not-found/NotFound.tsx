import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';

/** The page does not repeat the unknown address, because it may contain anything. */
export default function NotFound() {
  return (
    <div className="content">
      <NotFoundState title="Page not found" to="/home" label="Go to Home">
        The link may be wrong, or you may not have access.
      </NotFoundState>
    </div>
  );
}
