import { useState } from 'react';
import { type Calendar, calendarFeedSchema } from '#contract/learning/calendar.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { calendarApi, useRevokeCalendarFeedMutation } from '#store/coaching/calendarApi.ts';

type Question = 'renew' | 'revoke';

/** The secret address at which the user's calendar program reads their sessions. */
export function FeedSection({ feed }: { feed: Calendar['feed'] }) {
  const { longDay, dayAndTime } = useFormats();
  const [question, setQuestion] = useState<Question | null>(null);
  const { address, failure, isBusy, create, forgetFailure, close } = useNewFeed();
  return (
    <section className="section stack-3" aria-labelledby="feed">
      <div className="section-head">
        <div>
          <h2 className="title-2" id="feed">
            Sessions in your calendar
          </h2>
          <p className="text-2">
            Calendar entries for confirmed sessions are sent by email, unless you switch this off under
            Notifications. With an address, your calendar reads all sessions by itself.
          </p>
        </div>
        {!feed && (
          <Button busy={isBusy} onClick={() => void create()}>
            Create address
          </Button>
        )}
      </div>
      {feed && (
        <div className="row row-between row-wrap">
          <p className="text-2 figures">
            {feed.lastReadAt
              ? `Created on ${longDay(feed.createdAt)}, last read ${dayAndTime(feed.lastReadAt)}.`
              : `Created on ${longDay(feed.createdAt)}. No calendar has read it yet.`}
          </p>
          <div className="row row-wrap">
            <Button small onClick={() => setQuestion('renew')}>
              Renew address
            </Button>
            <Button small onClick={() => setQuestion('revoke')}>
              Revoke address
            </Button>
          </div>
        </div>
      )}
      {failure && (
        <ErrorSummary>
          <ProblemText message={failure} />
        </ErrorSummary>
      )}
      <PrivacyNote>
        Everyone who knows the address can read when and with whom you have sessions, and their meeting links.
        Topics, notes and reasons are never in it.
      </PrivacyNote>
      {question === 'renew' && (
        <RenewFeed isBusy={isBusy} onRenew={create} onClose={() => setQuestion(null)} />
      )}
      {question === 'revoke' && <RevokeFeed onRevoked={forgetFailure} onClose={() => setQuestion(null)} />}
      {address !== null && <NewAddress address={address} onClose={close} />}
    </section>
  );
}

/** Creates or replaces the address. It stays in this component and the auth port. */
function useNewFeed() {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [address, setAddress] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    if (isBusy) return;
    setFailure(null);
    setBusy(true);
    try {
      setAddress(calendarFeedSchema.parse(await auth.createSecret('/api/calendar/feed', {})).address);
      dispatch(calendarApi.util.invalidateTags(['Calendar']));
    } catch (error) {
      setFailure(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return {
    address,
    failure,
    isBusy,
    create,
    forgetFailure: () => setFailure(null),
    close: () => setAddress(null),
  };
}

/** The address is shown once and stays in this dialog. */
const NewAddress = ({ address, onClose }: { address: string; onClose: () => void }) => (
  <Dialog title="Copy your calendar address" onClose={onClose}>
    <div className="stack-4">
      <p>
        Add it in your calendar program as a calendar “from the web” or “by URL”. It is shown only once. If
        you lose it, renew it.
      </p>
      <CopyField label="Calendar address" value={address} what="calendar address" />
      <div className="row row-wrap dialog-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  </Dialog>
);

interface RenewFeedProps {
  isBusy: boolean;
  onRenew: () => Promise<void>;
  onClose: () => void;
}
const RenewFeed = ({ isBusy, onRenew, onClose }: RenewFeedProps) => (
  <Dialog title="Renew your calendar address?" onClose={onClose}>
    <div className="stack-4">
      <p>The current address stops working. Add the new one in each calendar program that uses it.</p>
      <div className="row row-wrap dialog-end">
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" busy={isBusy} onClick={() => void onRenew().then(onClose)}>
          Renew address
        </Button>
      </div>
    </div>
  </Dialog>
);

function RevokeFeed({ onRevoked, onClose }: { onRevoked: () => void; onClose: () => void }) {
  const [revoke, { isLoading, error }] = useRevokeCalendarFeedMutation();
  const confirm = async () => {
    if (isLoading) return;
    const answer = await revoke();
    if (answer.error) return;
    onRevoked();
    onClose();
  };
  return (
    <Dialog title="Revoke your calendar address?" onClose={onClose}>
      <div className="stack-4">
        {error && (
          <ErrorSummary>
            <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        )}
        <p>Calendar programs can no longer read your sessions. You can create a new address later.</p>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton isFinal busy={isLoading} onClick={() => void confirm()}>
            Revoke address
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}
