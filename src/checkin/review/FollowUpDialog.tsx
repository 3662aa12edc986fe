import type { FormEvent } from 'react';
import { FOLLOW_UP_MAX_LENGTH, type FollowUpKind } from '#contract/learning/checkInFollowUps.ts';
import type { Participant } from '#contract/people.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { RestoredDraft } from '#src/forms/RestoredDraft.tsx';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useAddFollowUpMutation } from '#store/checkIns/followUpsApi.ts';

interface FollowUpDialogProps {
  checkInId: string;
  person: Participant;
  kind: FollowUpKind;
  /** The obstacle that the person described. It is the initial text of a point to talk about. */
  suggestion: string;
  onClose: () => void;
}

const EMPTY = { text: '', dueOn: '' };

/** A point for the next session with the person, or an action for the manager. It is kept as a draft until it is added. */
export function FollowUpDialog({ checkInId, person, kind, suggestion, onClose }: FollowUpDialogProps) {
  const initial = kind === 'action' ? EMPTY : { ...EMPTY, text: suggestion.slice(0, FOLLOW_UP_MAX_LENGTH) };
  const draft = useDraft(`follow-up/${checkInId}/${kind}`, initial, readTexts(EMPTY));
  const { text, dueOn } = draft.value;
  const [add, adding] = useAddFollowUpMutation();
  const { isLoading, error } = adding;
  const isAction = kind === 'action';
  const missing =
    text.trim() !== '' ? null : isAction ? 'Write what you will do.' : 'Write what to talk about.';
  const set = (next: Partial<typeof EMPTY>) => {
    draft.set({ ...draft.value, ...next });
    forgetFailures(adding);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const followUp = { kind, text, dueOn: dueOn === '' ? null : dueOn };
    const { data } = await add({ checkInId, followUp });
    if (!data) return;
    draft.settle(initial);
    onClose();
  };
  return (
    <Dialog title={isAction ? 'Create action' : 'Add to agenda'} onClose={onClose}>
      <form className="stack-4" noValidate onSubmit={(event) => void submit(event)}>
        {draft.isFromBefore && <RestoredDraft />}
        <FormErrors title="Not saved" message={error ? problemOf(error).message : null} />
        {isAction && suggestion !== '' && (
          <blockquote className="follow-up-quote text-2 pre-wrap">{`${person.firstName}: “${suggestion}”`}</blockquote>
        )}
        <TextField
          label={isAction ? 'What you will do' : `To talk about with ${person.firstName}`}
          value={text}
          maxLength={FOLLOW_UP_MAX_LENGTH}
          help={
            isAction
              ? 'Only you can read it.'
              : 'Only you can read it, until you add it to the agenda in the session.'
          }
          onChange={(next) => set({ text: next })}
          required
        />
        {isAction && (
          <TextField
            label="Due (optional)"
            type="date"
            value={dueOn}
            onChange={(next) => set({ dueOn: next })}
          />
        )}
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
          <Button variant="primary" type="submit" busy={isLoading} missing={missing}>
            {isAction ? 'Create action' : 'Add to agenda'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
