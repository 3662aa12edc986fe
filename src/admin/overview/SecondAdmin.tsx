import { type FormEvent, useState } from 'react';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { AdminPersonField } from '#src/admin/people/AdminPersonField.tsx';
import { InvitePeopleDialog } from '#src/admin/people/invite/InvitePeopleDialog.tsx';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import { useAppSelector } from '#src/app/hooks.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangePersonMutation } from '#store/admin/personApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Opens the choice of a second administrator. Without other people, it opens the invitation. */
export function SecondAdmin({ hasOthers }: { hasOthers: boolean }) {
  // An invitation makes `hasOthers` true while its dialog still lists the refused entries.
  const [dialog, setDialog] = useState<'choice' | 'invitation' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Button small onClick={() => setDialog(hasOthers ? 'choice' : 'invitation')}>
        {hasOthers ? 'Choose a person' : 'Invite a person'}
      </Button>
      {dialog === 'choice' && <ChoosePerson onClose={close} />}
      {dialog === 'invitation' && <InvitePeopleDialog onClose={close} />}
    </>
  );
}

function ChoosePerson({ onClose }: { onClose: () => void }) {
  const user = useAppSelector(selectUser);
  const [person, setPerson] = useState<AdminPerson | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [change, changing] = useChangePersonMutation();
  const { isLoading, error } = changing;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setMissing(person === null);
    if (person === null) return;
    const result = await change({ userId: person.userId, change: { isAdmin: true } });
    if (!result.error) onClose();
  };
  return (
    <Dialog title="Add an administrator" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
        <Refusal error={error} />
        <AdminPersonField
          label="Person"
          help="Administrators can invite, change and deactivate everyone, and change the settings of the organisation."
          error={fieldSentence('Person', isMissing ? 'is missing' : undefined)}
          value={person}
          without={user ? [user.userId] : []}
          onChange={(next) => {
            setPerson(next);
            forgetFailures(changing);
            setMissing(false);
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            Make administrator
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
