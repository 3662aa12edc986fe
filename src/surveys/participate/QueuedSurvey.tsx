import { Button } from '#src/ui/controls/Button.tsx';
import { SurveyExit } from './SurveyExit.tsx';

/**
 * Submitted without a connection. `sendQueuedCalls` submits the answers later, even on other screens. `onEdit`: null if
 * the answers cannot be changed now.
 */
export function QueuedSurvey({ onEdit }: { onEdit: (() => void) | null }) {
  return (
    <>
      <h1 className="title-1">Your answers are not submitted yet</h1>
      <div className="card survey-done">
        <p>
          They are kept in this browser, and will be submitted when Trellis can be reached. You can leave this
          page.
        </p>
        <p className="text-2">Do not sign out before that: signing out deletes your answers.</p>
        <div className="row row-wrap">
          <SurveyExit />
          {onEdit && (
            <Button variant="plain" onClick={onEdit}>
              Change answers
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
