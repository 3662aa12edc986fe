import { useAppSelector } from '#src/app/hooks.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { NotesField } from './NotesField.tsx';
import { OnlyYou, SavingStatus } from './SavingStatus.tsx';
import './notes.css';

/**
 * Both notes of a session, after the meeting. The shared ones can be completed in the wrap-up; later they are a record.
 * The private ones can always be changed.
 */
export function SessionNotes({ isRecord }: { isRecord: boolean }) {
  const { shared, own } = useAppSelector(selectRoom);
  return (
    <>
      {shared && (
        <section className="card stack-3" aria-labelledby="shared-notes">
          <div className="row">
            <h2 className="title-3 grow" id="shared-notes">
              Shared notes
            </h2>
            {!isRecord && <SavingStatus kind="shared" />}
          </div>
          {isRecord ? (
            <p className={shared.text ? 'notes-text' : 'text-2'}>{shared.text || 'Nothing was written.'}</p>
          ) : (
            <NotesField
              kind="shared"
              label="Shared notes"
              placeholder="Both of you can read this."
              text={shared.text}
            />
          )}
        </section>
      )}
      {own && (
        <section className="card stack-3" aria-labelledby="private-notes">
          <div className="row">
            <h2 className="title-3 grow" id="private-notes">
              Private notes
            </h2>
            <OnlyYou />
          </div>
          <NotesField
            kind="own"
            label="Private notes"
            placeholder="Only you can read this."
            text={own.text}
          />
        </section>
      )}
    </>
  );
}
