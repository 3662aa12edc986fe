import { KeyRound } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { roomUnlocked } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { RecoveryCode } from './RecoveryCode.tsx';

/** A new device: the recovery code opens the notes. Without it, only a new start is possible. */
export function UnlockNotes({
  session,
  myKey,
}: {
  session: CoachingSession;
  myKey: NonNullable<CoachingRoom['myKey']>;
}) {
  const { coaching } = usePorts();
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isStartingAgain, setStartingAgain] = useState(false);
  if (isStartingAgain) return <RecoveryCode session={session} replaces={myKey.publicKey} />;
  const unlock = async () => {
    if (!me || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const vault = await coaching.vault();
      if (await vault.unlock(`${me.tenantId}.${me.userId}`, myKey, typed)) dispatch(roomUnlocked());
      else setError('These are not the 12 words of your recovery code. Check their order and spelling.');
    } catch {
      setError('The notes could not be unlocked. Check your connection and try again.');
    }
    setBusy(false);
  };
  const failWithPasskey = (text: string) => {
    setError(text);
    focusFirst([id]);
  };
  const unlockWithPasskey = async () => {
    if (!me || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const vault = await coaching.vault();
      if (await vault.unlockWithPasskey(`${me.tenantId}.${me.userId}`, myKey)) dispatch(roomUnlocked());
      else failWithPasskey('The passkey did not unlock the notes. Try again, or type the 12 words.');
    } catch {
      failWithPasskey('This browser cannot use your passkey here. Type the 12 words.');
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void unlock();
  };
  return (
    <div className="setup">
      <Breadcrumb
        to={roomPath(session, null)}
        label={`Session with ${fullName(session.other)}`}
        here="Recovery code"
      />
      <PageHeader
        title="Enter your recovery code"
        lede="Your notes are encrypted, and this device cannot read them yet. Type the 12 words that you saved."
      />
      {myKey.passkeys.length > 0 && (
        <p>
          <Button busy={isBusy} onClick={() => void unlockWithPasskey()}>
            <KeyRound className="icon icon-small" aria-hidden="true" />
            Unlock with your passkey
          </Button>
        </p>
      )}
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        <Field id={id} label="The 12 words" error={error} help="The first 4 letters of a word are enough.">
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(null);
              }}
            />
          )}
        </Field>
        <div className="row">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            missing={typed.trim() === '' ? 'Enter your recovery code first.' : null}
          >
            Unlock notes
          </Button>
          <Button variant="plain" onClick={() => setAsking(true)}>
            I do not have the words
          </Button>
        </div>
      </form>
      {isAsking && (
        <Dialog title="Start again without your old notes?" onClose={() => setAsking(false)}>
          <div className="stack-4">
            <p>
              When you have set up new words, your private notes of all sessions are deleted, and your earlier
              words no longer work. Shared notes stay readable for the other person, whose browser can encrypt
              them for you again. If both of you start again, they are lost.
            </p>
            <div className="row row-wrap dialog-end">
              <Button variant="plain" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button variant="primary" onClick={() => setStartingAgain(true)}>
                Start again
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}
