import { type ReactNode, useEffect, useRef } from 'react';
import type { CheckInAnswers } from '#contract/learning/checkIns.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { differentParts } from './formAnswers.ts';
import { AnswerText, partTitleOf } from './SentAnswers.tsx';
import type { CheckInForm, Conflict } from './useCheckInForm.ts';

/** Another tab or device has changed the check-in. Nothing that was typed here is lost. */
export function ConflictNote({ conflict, form }: { conflict: Conflict; form: CheckInForm }) {
  const { theirs, mine, message, isAnswerToSending } = conflict;
  const note = useRef<HTMLDivElement>(null);
  // The note is above the form, and the button can be pressed from every part of it.
  useEffect(() => {
    if (isAnswerToSending) note.current?.focus();
  }, [isAnswerToSending]);
  const isSent = theirs.sentAt !== null;
  const stored = isSent ? theirs.answers : (theirs.draft ?? theirs.answers);
  return (
    <div ref={note} className="note check-in-conflict" role="alert" tabIndex={-1}>
      <div className="stack-3">
        <p>{isSent ? `${message} The form shows the sent version.` : message}</p>
        {stored && (
          <OtherVersion
            title={isSent ? 'What you typed here:' : 'The other version:'}
            checkIn={theirs}
            answers={isSent ? mine : stored}
            than={isSent ? stored : mine}
          />
        )}
        <div className="row row-wrap">
          {isSent ? (
            <Button small onClick={form.takeTheirs}>
              Keep the sent version
            </Button>
          ) : (
            <Button small onClick={form.takeTheirs}>
              Show the other version
            </Button>
          )}
          <Button small onClick={form.keepMine}>
            Use what I typed here
          </Button>
        </div>
      </div>
    </div>
  );
}

interface OtherVersionProps {
  title: string;
  checkIn: Conflict['theirs'];
  answers: CheckInAnswers;
  /** The version on screen. */
  than: CheckInAnswers;
  children?: ReactNode;
}
/** The differing answers of a version that is not on screen. Empty if there are none. */
export function OtherVersion({ title, checkIn, answers, than, children }: OtherVersionProps) {
  const parts = differentParts(answers, than);
  if (parts.length === 0) return null;
  return (
    <div>
      <p className="strong">{title}</p>
      <dl className="sent-answers">
        {parts.map((part) => (
          <div key={part}>
            <dt>{partTitleOf(checkIn, part)}</dt>
            <dd>
              <AnswerText checkIn={{ ...checkIn, answers }} part={part} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
