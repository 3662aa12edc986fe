import { type FormEvent, useId, useState } from 'react';
import type { Objective } from '#contract/learning/objectives.ts';
import { NOTE_TARGET } from '#contract/notifications/linkTargets.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { notANumber, readNumber } from '#src/ui/text/numberInput.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useAddObjectiveNoteMutation } from '#store/objectives/objectivesApi.ts';

/** Notes on an objective, newest first. */
export function ObjectiveNotes({ objective }: { objective: Objective }) {
  const { longDay } = useFormats();
  const { notes, can } = objective;
  return (
    <section className="stack-4" aria-labelledby="notes">
      <h2 className="title-2" id="notes">
        Notes
      </h2>
      {can.note && <NoteForm objective={objective} />}
      {notes.length === 0 && <p className="text-2">{emptyText(can)}</p>}
      <ol className="notes">
        {notes.map(({ noteId, text, value, isShared, at, fromCheckIn }) => (
          <li key={noteId}>
            <p className="row row-wrap">
              <span className="small text-3 figures">{longDay(at)}</span>
              {value !== null && <span className="strong figures">{formatNumber(value)}</span>}
              {/* Only the owner may move an objective, also after it has ended. */}
              {can.move && (
                <Tag>
                  {isShared
                    ? sharedLabel(objective)
                    : fromCheckIn
                      ? 'Same readers as in the check-in'
                      : 'Only you'}
                </Tag>
              )}
            </p>
            <p className="pre-wrap">
              <LinkifiedText text={text} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A shared note has the readers of its objective. */
function sharedLabel({ state, visibility }: Objective): string {
  if (visibility === 'private') return 'Only you';
  return state === 'draft' ? 'Shared when you start the objective' : 'Shared';
}

function emptyText(can: Objective['can']): string {
  if (can.note) return 'No notes yet. A short note every week shows your progress.';
  return can.move ? 'No notes were written.' : 'No notes are shared with you yet.';
}

const EMPTY = { text: '', value: '', isShared: '' };
const MAX_LENGTH = 2_000;

function NoteForm({ objective }: { objective: Objective }) {
  const { objectiveId, measure, visibility } = objective;
  const id = useId();
  const draft = useDraft(`note/${objectiveId}`, EMPTY, readTexts(EMPTY));
  const [addNote, { isLoading }] = useAddObjectiveNoteMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const { text, value, isShared } = draft.value;
  const refuse = (found: Record<string, string>, reason: string | null) => {
    setErrors(found);
    setMessage(reason);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`${id}-${first}`)?.focus();
  };
  const change = (values: Partial<typeof EMPTY>) => {
    draft.set({ ...draft.value, ...values });
    setErrors({});
    setMessage(null);
  };
  const save = async () => {
    if (isLoading) return;
    const number = measure.kind === 'number' ? readNumber(value) : null;
    if (measure.kind === 'number' && value.trim() !== '' && number === null)
      return refuse({ value: notANumber() }, null);
    if (text.trim() === '' && number === null) return refuse({ text: 'is missing' }, null);
    refuse({}, null);
    const { error } = await addNote({
      objectiveId,
      note: {
        text: text.trim() || 'New value',
        value: number,
        isShared: isShared === 'yes' && visibility !== 'private',
      },
    });
    if (error) return refuse(problemOf(error).fields, problemOf(error).message);
    draft.settle(EMPTY);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="stack-3" id={NOTE_TARGET} onSubmit={submit} noValidate>
      <FormErrors title="The note was not saved" message={message} />
      <Field label="How is it going?" id={`${id}-text`} error={fieldSentence('Your note', errors.text)}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
      </Field>
      {measure.kind === 'number' && (
        <div className="note-value">
          <TextField
            label={measure.unit ? `Current value (${measure.unit})` : 'Current value'}
            id={`${id}-value`}
            inputMode="decimal"
            error={fieldSentence('Current value', errors.value)}
            value={value}
            onChange={(next) => change({ value: next })}
          />
        </div>
      )}
      {visibility !== 'private' && (
        <label className="radio">
          <input
            type="checkbox"
            checked={isShared === 'yes'}
            onChange={() => change({ isShared: isShared === 'yes' ? '' : 'yes' })}
          />
          Share this note with everyone who can read the objective
        </label>
      )}
      <div className="row row-wrap">
        <Button small type="submit" busy={isLoading}>
          Save note
        </Button>
        <span className="small text-3">
          {isShared === 'yes' && visibility !== 'private' ? '' : 'Only you can read this note.'}
        </span>
      </div>
    </form>
  );
}
