import { type FormEvent, useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useSetCoachingPlaceMutation } from '#store/coaching/coachingApi.ts';

/** The meeting link of a remote session, or the place of the meeting. */
export function PlaceCard({ session }: { session: CoachingSession }) {
  const { sessionId, kind, place, can } = session;
  const [isEditing, setEditing] = useState(false);
  const [text, setText] = useState('');
  /** The place when the user began to edit it. */
  const [begun, setBegun] = useState(place);
  const [save, saving] = useSetCoachingPlaceMutation();
  const isRemote = kind === 'remote';
  const label = isRemote ? 'Meeting link' : 'Place';
  // After the session, a missing place is of no use.
  if (place === null && !can.setPlace) return null;
  const problem = saving.error ? problemOf(saving.error) : null;
  const edit = () => {
    setText(place ?? ''); // the other person may have changed it
    setBegun(place);
    setEditing(true);
  };
  const isChangedMeanwhile = place !== begun && place !== (text.trim() || null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await save({ sessionId, place: text.trim() || null });
    if (data) setEditing(false);
  };
  return (
    <section className="card stack-3" aria-labelledby="place">
      <h2 className="title-3" id="place">
        {label}
      </h2>
      {isEditing ? (
        <form ref={focusInvalid} className="stack-3" onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={isRemote ? 'Address' : 'Where do you meet?'}
            value={text}
            onChange={(next) => {
              setText(next);
              forgetFailures(saving);
            }}
            maxLength={500}
            placeholder={isRemote ? 'https://' : ''}
            error={
              problem &&
              (fieldSentence(isRemote ? 'Address' : 'Place', problem.fields.place) ?? problem.message)
            }
          />
          {isChangedMeanwhile && (
            <p className="text-2" role="status">
              {changedText(isRemote, place)}
            </p>
          )}
          <div className="row">
            <Button type="submit" busy={saving.isLoading}>
              Save
            </Button>
            <Button
              variant="plain"
              onClick={() => {
                forgetFailures(saving);
                setEditing(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <>
          {place === null ? (
            <p className="text-2">{isRemote ? 'No meeting link yet.' : 'No place yet.'}</p>
          ) : isRemote ? (
            <p>
              <a className={buttonClass('outlined')} href={place} target="_blank" rel="noopener noreferrer">
                Open meeting link
              </a>
            </p>
          ) : (
            <p className="session-person">{place}</p>
          )}
          {can.setPlace && (
            <Button variant="link" small className="place-action" onClick={edit}>
              {place === null ? (isRemote ? 'Add meeting link' : 'Add place') : 'Edit'}
            </Button>
          )}
          <PrivacyNote>Only the two of you can see this.</PrivacyNote>
        </>
      )}
    </section>
  );
}

function changedText(isRemote: boolean, place: string | null): string {
  if (isRemote)
    return place === null
      ? 'The meeting link was removed while you were editing it. If you save, yours is added.'
      : `The meeting link was changed to “${place}” while you were editing it. If you save, yours replaces it.`;
  return place === null
    ? 'The place was removed while you were editing it. If you save, yours is added.'
    : `The place was changed to “${place}” while you were editing it. If you save, yours replaces it.`;
}
