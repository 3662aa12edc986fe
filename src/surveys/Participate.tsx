import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';

/** Target of links to a survey. Surveys cannot be answered yet, so none is found. */
export default function Participate() {
  return (
    <div className="content">
      <NotFoundState title="Survey not found" to="/survey" label="View your surveys">
        The survey may be closed, or you may not be invited. Ask the person who sent you the link.
      </NotFoundState>
    </div>
  );
}
