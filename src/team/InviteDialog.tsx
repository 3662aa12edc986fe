import { type FormEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { invitablePersonSchema } from '#contract/notifications/invitations.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { RestoredDraft } from '#src/forms/RestoredDraft.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useInviteMutation, usePageInvitableProgramsInfiniteQuery } from '#store/programs/invitationsApi.ts';
import { InvitePeople } from './InvitePeople.tsx';

/** The fields that can receive the focus, in the order of the form. */
const FIELDS = ['programId', 'userIds', 'dueOn'] as const;
/** The button of the result takes the focus, because the form with the focused button is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

const formSchema = z.object({
  programId: z.string(),
  selected: z.array(invitablePersonSchema),
  coachId: z.nullable(z.number()),
  dueOn: z.string(),
});
type Form = z.infer<typeof formSchema>;
/** A dialog that was opened for a program starts with it. In another program, other people can be invited. */
const readForm = (known: string) => (kept: unknown) => {
  const form = formSchema.safeParse(kept).data ?? null;
  return form === null || known === '' || form.programId === known
    ? form
    : { ...form, programId: known, selected: [] };
};

/** Invites people to a program. The form is kept as a draft until the invitations are sent. */
export function InviteDialog({
  programId: known = '',
  onClose,
}: {
  programId?: string;
  onClose: () => void;
}) {
  const id = useId();
  const programs = usePageInvitableProgramsInfiniteQuery();
  const [invite, { isLoading }] = useInviteMutation();
  const initial: Form = { programId: known, selected: [], coachId: null, dueOn: '' };
  const draft = useDraft(`invite/${known}`, initial, readForm(known));
  const { programId: chosenId, selected, coachId, dueOn } = draft.value;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const selectedIds = selected.map(({ userId }) => userId);
  const all = programs.data?.pages.flatMap(({ data }) => data) ?? [];
  // The program in the address is used only if the viewer may invite people to it.
  const programId = all.some((program) => program.programId === chosenId) ? chosenId : '';

  /** Marks the fields and focuses the first of them. */
  const mark = (found: Record<string, string>) => {
    setErrors(found);
    focusFirst(FIELDS.filter((name) => found[name]).map((name) => `${id}-${name}`));
  };
  const send = async () => {
    if (isLoading) return;
    const found: Record<string, string> = {};
    if (programId === '') found.programId = 'is missing';
    if (selected.length === 0) found.userIds = 'are missing';
    setMessage(null);
    mark(found);
    if (Object.keys(found).length > 0) return;
    const { data, error } = await invite({
      programId,
      invitations: { userIds: selectedIds, coachId, dueOn: dueOn || null },
    });
    if (data) {
      draft.settle(initial);
      return setResult(resultSentences(data.invited.length, data.alreadyThere.length));
    }
    const problem = problemOf(error);
    mark(problem.fields);
    // The error at the date says everything. Other messages also say what to do.
    if (!problem.fields.dueOn) setMessage(problem.message);
  };
  const change = (name: (typeof FIELDS)[number] | 'coachId', next: Partial<Form>) => {
    draft.set({ ...draft.value, ...next });
    setErrors(({ [name]: _corrected, ...others }) => others);
    setMessage(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  if (result !== null)
    return (
      <Dialog title="Invite to a program" onClose={onClose}>
        <div className="stack-4">
          <p role="status">{result}</p>
          <div className="row dialog-end">
            <Button ref={takeFocus} variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Invite to a program" onClose={onClose}>
      <form className="stack-4" onSubmit={submit} noValidate>
        {draft.isFromBefore && <RestoredDraft />}
        <FormErrors title="The invitations were not sent" message={message} />
        <SelectField
          label="Program"
          id={`${id}-programId`}
          error={fieldSentence('Program', errors.programId)}
          help={all.find((program) => program.programId === programId)?.purpose}
          options={[
            { value: '', label: programs.isLoading ? 'Loading programs' : 'Select a program' },
            ...all.map((program) => ({ value: program.programId, label: program.programName })),
          ]}
          value={programId}
          onChange={(next) =>
            // In another program, other people can be invited.
            change('programId', { programId: next, ...(next !== programId && { selected: [] }) })
          }
        />
        {programs.error && (
          <div className="row row-wrap" role="alert">
            <p>The programs did not load. {problemOf(programs.error).message}</p>
            <Button small busy={programs.isFetching} onClick={() => void programs.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {programs.hasNextPage && (
          <div className="row">
            <Button
              variant="link"
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
          id={`${id}-userIds`}
          programId={programId}
          selected={selected}
          error={errors.userIds}
          onChange={(next) => change('userIds', { selected: next })}
        />
        <PersonField
          label="Coach (optional)"
          help="Without a coach, people are divided among the coaches of the program, if it has any."
          error={fieldSentence('Coach', errors.coachId)}
          value={coachId}
          without={selectedIds}
          onChange={(next) => change('coachId', { coachId: next })}
        />
        <TextField
          label="Due (optional)"
          id={`${id}-dueOn`}
          type="date"
          help="Without a date, the due date of the program applies."
          error={fieldSentence('Due', errors.dueOn)}
          value={dueOn}
          onChange={(next) => change('dueOn', { dueOn: next })}
        />
        <div className="row row-wrap dialog-end">
          <Button
            variant="plain"
            onClick={() => {
              draft.settle(initial);
              onClose();
            }}
          >
            {draft.isChanged ? 'Discard changes' : 'Cancel'}
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            {selected.length === 0
              ? 'Invite people'
              : `Invite ${plural(selected.length, '# person', '# people')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function resultSentences(invited: number, alreadyThere: number): string {
  const sent =
    invited === 0
      ? 'No one new was invited.'
      : plural(invited, '# person was invited.', '# people were invited.');
  if (alreadyThere === 0) return sent;
  return `${sent} ${plural(alreadyThere, '# person is', '# people are')} already in the program.`;
}
