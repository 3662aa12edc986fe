import { Button } from '#src/ui/controls/Button.tsx';
import type { CheckInForm, Conflict } from './useCheckInForm.ts';

/** Another tab or device has changed the check-in. Nothing that was typed here is lost. */
export function ConflictNote({ conflict, form }: { conflict: Conflict; form: CheckInForm }) {
  const { theirs, message } = conflict;
  const isSent = theirs.sentAt !== null;
  return (
    <div className="note check-in-conflict" role="alert">
      <div className="stack-3">
        <p>{isSent ? `${message} You see what was sent.` : message}</p>
        <div className="row row-wrap">
          {isSent ? (
            <Button small onClick={form.takeTheirs}>
              Keep what was sent
            </Button>
          ) : (
            <Button small onClick={form.takeTheirs}>
              Show the other version
            </Button>
          )}
          {theirs.can.edit && (
            <Button small onClick={form.keepMine}>
              Use what I typed here
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
