import { ErrorIllustration } from '#src/ui/display/ErrorIllustration.tsx';

/** Shown at start while the server does not respond. The session saga keeps retrying. */
export const Unreachable = () => (
  <div className="content">
    <div className="empty empty-large empty-page" role="status">
      <ErrorIllustration />
      <h1 className="title-1">Trellis cannot be reached</h1>
      <p className="lede">
        Your connection may be down, or Trellis is being updated. This page continues automatically when
        Trellis is available again.
      </p>
    </div>
  </div>
);
