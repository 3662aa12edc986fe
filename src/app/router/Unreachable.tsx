import { Drawing } from '#src/ui/Drawing.tsx';

/** Nobody can say yet who is here: the service does not answer, and is asked again and again. */
export const Unreachable = () => (
  <div className="content">
    <div className="empty empty-large empty-page" role="status">
      <Drawing name="tie" />
      <h1 className="title-1">Trellis cannot be reached</h1>
      <p className="lede">
        The connection is down, or Trellis is being renewed. This page goes on by itself as soon as it
        answers.
      </p>
    </div>
  </div>
);
