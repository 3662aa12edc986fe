import { type FormEvent, useState } from 'react';
import type { Step } from '#contract/learning/steps.ts';
import { privateData } from '#contract/visibility.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import type { Recording } from './StepBody.tsx';

const MAX_LENGTH = 5_000;

interface ReflectionFormProps {
  step: Step;
  isNext: boolean;
  /** Key of the draft that keeps unsaved text. Null: nothing is kept. */
  draftKey: string | null;
  recording: Recording;
}

/** The learner's own text; no one else can read it. */
export function ReflectionForm({ step, isNext, draftKey, recording }: ReflectionFormProps) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => (draftKey === null ? '' : selectDraft(state, draftKey)));
  const [text, setText] = useState(draft || (step.answer ?? ''));
  const saveDraft = (typed: string) =>
    draftKey !== null && dispatch(draftChanged({ key: draftKey, text: typed }));
  const [error, setError] = useState<string | null>(null);
  const isChanged = text.trim() !== (step.answer ?? '');
  const save = async () => {
    if (text.trim() === '') return setError('Write your reflection before you save.');
    setError(null);
    if (await recording.record({ done: true, answer: text.trim() })) saveDraft('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form ref={focusInvalid} className="stack-3" onSubmit={submit} noValidate>
      <Field label="Your reflection" error={error}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(null);
              recording.forgetFailure();
              saveDraft(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      <PrivacyNote>{privateData.practice.own}</PrivacyNote>
      <div className="row row-wrap">
        <Button variant={isNext ? 'primary' : 'outlined'} small type="submit" busy={recording.isSaving}>
          {step.answer ? 'Save changes' : 'Save and mark as done'}
        </Button>
        {!isChanged && step.answer && <span className="small text-3">Saved</span>}
      </div>
    </form>
  );
}
