import { useLayoutEffect, useRef } from 'react';
import type { CheckInAnswers, CheckIns } from '#contract/learning/checkIns.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { restored } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { OtherVersion } from './ConflictNote.tsx';
import { answersOf, checkInDraftKey, readAnswers } from './formAnswers.ts';

interface ReviewedProps {
  overview: CheckIns;
  /** It was reviewed while its author had the form open. */
  takesFocus: boolean;
}

/** A check-in that can no longer be changed, and what its author had typed and not sent. */
export function Reviewed({ overview, takesFocus }: ReviewedProps) {
  const { current } = overview;
  const { reviewedBy } = current;
  const kept = useAppSelector((state) => selectDraft(state, checkInDraftKey(current.week)));
  const unsent: CheckInAnswers | null = restored(kept, readAnswers) ?? current.draft;
  const note = useRef<HTMLDivElement>(null);
  // The focused field of the form is gone. A person who is in another place, such as the chat, stays there.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) note.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={note} className="stack-3" role={takesFocus ? 'alert' : undefined} tabIndex={-1}>
      <Note>
        {reviewedBy
          ? `${fullName(reviewedBy)} has reviewed your check-in, so it can no longer be changed.`
          : 'Your check-in was reviewed, so it can no longer be changed.'}
      </Note>
      {unsent && (
        <OtherVersion
          title="You had typed this, and it was not sent. Only you can read it:"
          checkIn={current}
          answers={answersOf({ ...current, draft: unsent }, overview)}
          than={answersOf({ ...current, draft: null }, overview)}
        >
          {reviewedBy && <MessageButton person={reviewedBy} />}
        </OtherVersion>
      )}
    </div>
  );
}

function MessageButton({ person }: { person: Participant }) {
  const start = useStartConversation(person.userId);
  if (!start) return null;
  return (
    <Button small onClick={start}>
      Message {person.firstName}
    </Button>
  );
}
