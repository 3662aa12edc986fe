import { useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useNow } from '#src/ui/text/useNow.ts';
import { useCancelCoachingMutation } from '#store/coaching/coachingApi.ts';

interface CancelSessionProps {
  session: CoachingSession;
  onClose: () => void;
}

/** The dialog that asks for the reason. Its buttons can disappear while it is open, so it is not rendered next to them. */
export function CancelSession({ session, onClose }: CancelSessionProps) {
  const { sessionId, other, series } = session;
  const [following, setFollowing] = useState(false);
  const here = series?.sessions.findIndex((one) => one.sessionId === sessionId) ?? -1;
  const now = useNow();
  const later =
    series?.sessions
      .slice(here + 1)
      .filter(({ state, startsAt }) => state === 'scheduled' && Date.parse(startsAt ?? '') > now).length ?? 0;
  const [cancel] = useCancelCoachingMutation();
  return (
    <ReasonDialog
      title={`Cancel the session with ${fullName(other)}?`}
      label="Reason"
      verb="Cancel session"
      keep="Keep session"
      isDestructive
      draftKey={`cancel-session/${sessionId}`}
      onClose={onClose}
      onSend={async (reason) => (await cancel({ sessionId, reason, following })).error}
    >
      <p>
        {other.firstName} is notified. Only the two of you can read the reason. To meet at another time,
        propose other times instead.
      </p>
      {later > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={following}
            onChange={(event) => setFollowing(event.currentTarget.checked)}
          />
          {plural(
            later,
            'Also cancel the later session of this series',
            'Also cancel the # later sessions of this series',
          )}
        </label>
      )}
    </ReasonDialog>
  );
}

export function CancelSessionButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="plain" onClick={onClick}>
      Cancel session
    </Button>
  );
}
