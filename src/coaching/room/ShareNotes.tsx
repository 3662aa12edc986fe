import { useState } from 'react';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useStopSharingNotesMutation } from '#store/coaching/room/roomApi.ts';
import { notesShared } from '#store/coaching/room/roomSlice.ts';

type Reader = CoachingRoom['readers'][number];

/** The learner decides whether a new coach or manager reads the shared notes of an earlier session. */
export function ShareNotes({ room, otherName }: { room: CoachingRoom; otherName: string }) {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<Reader | null>(null);
  const [stop, stopping] = useStopSharingNotesMutation();
  if (room.readers.length === 0) return null;
  return (
    <section className="card stack-3" aria-labelledby="readers">
      <h2 className="title-3" id="readers">
        Who else can read these notes
      </h2>
      <ul className="stack-3">
        {room.readers.map((reader) => {
          const { person, publicKey, canRead } = reader;
          const name = fullName(person);
          return (
            <li key={person.userId} className="row">
              <p className="grow">
                {canRead
                  ? `${name} can read the shared notes, agenda and actions.`
                  : publicKey === null
                    ? `${name} has no key yet. You can share when ${person.firstName} has set up encrypted notes.`
                    : `${name} cannot read them.`}
              </p>
              {canRead ? (
                <Button
                  small
                  busy={stopping.isLoading}
                  onClick={() => void stop({ sessionId: room.sessionId, userId: person.userId })}
                >
                  Stop sharing
                </Button>
              ) : (
                publicKey !== null && (
                  <Button small onClick={() => setAsked(reader)}>
                    Share notes
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
      <FormErrors
        title="Not changed yet"
        message={stopping.error ? problemOf(stopping.error).message : null}
      />
      {asked?.publicKey && (
        <Dialog title={`Share these notes with ${fullName(asked.person)}?`} onClose={() => setAsked(null)}>
          <div className="stack-4">
            <p>
              {`They contain what ${otherName} and you wrote in this session. Private notes are not shared. You can stop sharing, but people may have read them by then.`}
            </p>
            <div className="row row-wrap dialog-end">
              <Button variant="plain" onClick={() => setAsked(null)}>
                Cancel
              </Button>
              <Button
                variant="primary"
                onClick={() => {
                  dispatch(notesShared({ userId: asked.person.userId, publicKey: asked.publicKey ?? '' }));
                  setAsked(null);
                }}
              >
                Share notes
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  );
}
