import { type FormEvent, useState } from 'react';
import type { Step } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { Field } from '#src/ui/Field.tsx';
import { Privacy } from '#src/ui/Note.tsx';
import type { Recording } from './StepBody.tsx';

const MAX_LENGTH = 5_000;

/** The learner's own words; nobody else gets them. */
export function ReflectionForm({ step, recording }: { step: Step; recording: Recording }) {
  const [text, setText] = useState(step.answer ?? '');
  const [error, setError] = useState<string | null>(null);
  const isChanged = text.trim() !== (step.answer ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setError('Write a sentence first');
    setError(null);
    void recording.record({ done: true, answer: text.trim() });
  };
  return (
    <form className="stack-3" onSubmit={save} noValidate>
      <Field label="Your words" error={error}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
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
