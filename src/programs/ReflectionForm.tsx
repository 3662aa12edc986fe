import { type FormEvent, useState } from 'react';
import type { Step } from '#contract/steps.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Privacy } from '#src/ui/Note.tsx';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import type { Recording } from './StepBody.tsx';

const MAX_LENGTH = 5_000;

interface ReflectionFormProps {
  step: Step;
  /** Where what is half written is kept while one looks elsewhere. */
  draftKey: string;
  recording: Recording;
}

/** The learner's own words; nobody else gets them. */
export function ReflectionForm({ step, draftKey, recording }: ReflectionFormProps) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, draftKey));
  const [text, setText] = useState(draft || (step.answer ?? ''));
  const keep = (typed: string) => dispatch(draftChanged({ key: draftKey, text: typed }));
  const [error, setError] = useState<string | null>(null);
  const isChanged = text.trim() !== (step.answer ?? '');
  const save = async () => {
    if (text.trim() === '') return setError('Write a sentence first');
    setError(null);
    if (await recording.record({ done: true, answer: text.trim() })) keep('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="stack-3" onSubmit={submit} noValidate>
      <Field label="Your words" error={error}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              keep(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      <Privacy>
        Only you can read this. Your coach and your manager see that the step is done, nothing more.
      </Privacy>
      <div className="row row-wrap">
        <Button small type="submit" busy={recording.isSaving}>
          {step.answer ? 'Save again' : 'Save and mark as done'}
        </Button>
        {!isChanged && step.answer && <span className="small text-3">Saved</span>}
      </div>
    </form>
  );
}
