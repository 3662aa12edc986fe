import { type FormEvent, useId, useState } from 'react';
import type { InvitablePerson } from '#contract/invitations.ts';
import { FormTrouble } from '#src/forms/FormTrouble.tsx';
import '#src/forms/dialogs.css';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { counted } from '#src/ui/dates.ts';
import { Field, TextField } from '#src/ui/Field.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useInviteMutation, usePageInvitableProgramsInfiniteQuery } from '#store/programs/invitationsApi.ts';
import { InvitePeople } from './InvitePeople.tsx';

/** Invites people to a program; they accept or decline themselves. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const programs = usePageInvitableProgramsInfiniteQuery();
  const [invite, { isLoading }] = useInviteMutation();
  const [programId, setProgramId] = useState('');
  const [chosen, setChosen] = useState<readonly InvitablePerson[]>([]);
  const [coachId, setCoachId] = useState<number | null>(null);
  const [dueOn, setDueOn] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const chosenIds = chosen.map(({ userId }) => userId);
  const all = programs.data?.pages.flatMap(({ data }) => data) ?? [];

  const send = async () => {
    if (isLoading) return;
    const found: Record<string, string> = {};
    if (programId === '') found.programId = 'is missing';
    if (chosen.length === 0) found.userIds = 'are missing';
    setErrors(found);
    setMessage(null);
    if (found.programId) document.getElementById(`${id}-program`)?.focus();
    if (Object.keys(found).length > 0) return;
    const { data, error } = await invite({
      programId,
      invitations: { userIds: chosenIds, coachId, dueOn: dueOn || null },
    });
    if (data) return setSaid(invitedWords(data.invited.length, data.alreadyThere.length));
    const problem = problemOf(error);
    setErrors(problem.fields);
    setMessage(problem.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  if (said !== null)
    return (
      <Dialog title="Invite to a program" onClose={onClose}>
        <div className="stack-4">
          <p role="status">{said}</p>
          <div className="row dialog-end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Invite to a program" onClose={onClose}>
      <form className="stack-4" onSubmit={submit} noValidate>
        <FormTrouble title="Nobody is invited yet" message={message} />
        <Field
          label="Program"
          id={`${id}-program`}
          error={fieldSentence('Program', errors.programId)}
          help={all.find((program) => program.programId === programId)?.purpose}
        >
          {(control) => (
            <select
              {...control}
              className="input"
              value={programId}
              onChange={(event) => setProgramId(event.currentTarget.value)}
            >
              <option value="">{programs.isLoading ? 'Loading the programs' : 'Choose one'}</option>
              {all.map((program) => (
                <option key={program.programId} value={program.programId}>
                  {program.programName}
                </option>
              ))}
            </select>
          )}
        </Field>
        {programs.error && (
          <div className="row row-wrap" role="alert">
            <p>The programs did not load. {problemOf(programs.error).message}</p>
            <Button small busy={programs.isFetching} onClick={() => void programs.refetch()}>
              Retry
            </Button>
          </div>
        )}
        {programs.hasNextPage && (
          <div className="row">
            <Button
              look="link"
              small
              busy={programs.isFetchingNextPage}
              onClick={() => void programs.fetchNextPage()}
            >
              Load more programs
            </Button>
          </div>
        )}
        <InvitePeople
          key={programId}
          programId={programId}
          chosen={chosen}
          error={errors.userIds}
          onChange={setChosen}
        />
        <PersonField
          label="Coach"
          help="Who goes with them. It can stay open."
          error={fieldSentence('Coach', errors.coachId)}
          value={coachId}
          without={chosenIds}
          onChange={setCoachId}
        />
        <TextField
          label="Due"
          type="date"
          help="Leave it empty for the program’s own date."
          error={fieldSentence('Due', errors.dueOn)}
          value={dueOn}
          onChange={setDueOn}
        />
        <div className="row row-wrap dialog-end">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={isLoading}>
            {chosen.length === 0 ? 'Invite' : `Invite ${counted(chosen.length, 'person', 'people')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function invitedWords(invited: number, alreadyThere: number): string {
  const news =
    invited === 0 ? 'Nobody new was invited.' : `${counted(invited, 'person is', 'people are')} invited.`;
  if (alreadyThere === 0) return news;
  return `${news} ${counted(alreadyThere, 'person takes', 'people take')} part already and ${alreadyThere === 1 ? 'was' : 'were'} left as they are.`;
}
