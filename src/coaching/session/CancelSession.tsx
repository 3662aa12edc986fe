import { useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { useCancelCoachingMutation } from '#store/coaching/coachingApi.ts';

export function CancelSession({ session: { sessionId, other } }: { session: CoachingSession }) {
  const [isOpen, setOpen] = useState(false);
  const [cancel] = useCancelCoachingMutation();
  return (
    <>
      <Button variant="plain" onClick={() => setOpen(true)}>
        Cancel session
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Cancel the session with ${fullName(other)}?`}
          label="Reason"
          verb="Cancel session"
          draftKey={`cancel-session/${sessionId}`}
          onClose={() => setOpen(false)}
          onSend={async (reason) => (await cancel({ sessionId, reason })).error}
        >
          <p>
            {other.firstName} is notified. Only the two of you can read the reason. To meet at another time,
            propose other times instead.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
