import { type FormEvent, useId, useState } from 'react';
import { CHECK_IN_QUESTION_MAX, type TeamCheckIns } from '#contract/learning/checkInReview.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useAskInCheckInMutation } from '#store/checkIns/reviewApi.ts';

/** The manager's questions to the team in this check-in and in the next one. */
export function QuestionForms({ team }: { team: TeamCheckIns }) {
  const id = useId();
  const { shortDay } = useFormats();
  return (
    <section className="card stack-4" aria-labelledby={id}>
      <div>
        <h2 className="title-3" id={id}>
          Your question to the team
        </h2>
        <p className="small text-2">
          Everyone who reports to you can answer it in their check-in. You can read an answer unless its
          author chooses other readers.
        </p>
      </div>
      <QuestionForm
        key={team.week}
        week={team.week}
        label={`For the check-in from ${shortDay(team.week)}`}
        saved={team.question?.text ?? ''}
      />
      <QuestionForm
        key={team.nextWeek}
        week={team.nextWeek}
        label={`For the check-in from ${shortDay(team.nextWeek)}`}
        saved={team.nextQuestion?.text ?? ''}
      />
    </section>
  );
}

const EMPTY = { text: '' };

function QuestionForm({ week, label, saved }: { week: string; label: string; saved: string }) {
  const draft = useDraft(`check-in-question/${week}`, { text: saved }, readTexts(EMPTY));
  const [ask, { isLoading }] = useAskInCheckInMutation();
  const [error, setError] = useState<unknown>(null);
  const problem = error ? problemOf(error) : null;
  const save = async () => {
    if (isLoading) return;
    const text = draft.value.text.trim();
    const answer = await ask({ week, text: text === '' ? null : text });
    setError(answer.error ?? null);
    if (!answer.error) draft.settle({ text });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form ref={focusInvalid} className="question-form" onSubmit={submit} noValidate>
      <FormErrors
        title="Your question was not saved"
        message={problem && !problem.fields.text ? problem.message : null}
      />
      <TextField
        label={label}
        maxLength={CHECK_IN_QUESTION_MAX}
        placeholder="What should we stop doing?"
        error={fieldSentence('Your question', problem?.fields.text)}
        value={draft.value.text}
        onChange={(text) => {
          draft.set({ text });
          setError(null);
        }}
      />
      <Button
        type="submit"
        busy={isLoading}
        missing={draft.value.text.trim() === saved ? 'You have not changed the question.' : null}
      >
        {draft.value.text.trim() === '' && saved !== '' ? 'Withdraw question' : 'Save question'}
      </Button>
    </form>
  );
}
