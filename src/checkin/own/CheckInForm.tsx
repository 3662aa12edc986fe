import { type FormEvent, type ReactNode, useState } from 'react';
import {
  CHECK_IN_TEXT_MAX,
  type CheckInAnswers,
  type CheckInPart,
  type CheckInReaders,
  type CheckIns,
} from '#contract/learning/checkIns.ts';
import type { Participant } from '#contract/people.ts';
import {
  lastPeriod,
  moodWords,
  partTitles,
  rangeText,
  thisPeriod,
  workloadWords,
} from '#src/checkin/checkInTexts.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { SaveStatus } from '#src/forms/SaveStatus.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { answeredParts, isSharedWithManager, sharedWithManager } from './formAnswers.ts';
import { ObjectiveFields } from './ObjectiveFields.tsx';
import { PracticeFields } from './PracticeFields.tsx';
import { RatingField } from './RatingField.tsx';
import { ReadersSelect } from './ReadersSelect.tsx';
import { AnswerText, questionTitle } from './SentAnswers.tsx';
import { type CheckInForm as Form, useCheckInForm } from './useCheckInForm.ts';

/** Each question next to the answer of the last period. */
export function CheckInForm({ overview }: { overview: CheckIns }) {
  const formats = useFormats();
  const form = useCheckInForm(overview);
  const { current, previous } = overview;
  const { answers, set } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.send();
  };
  const text = (part: 'win' | 'blocker', label = partTitles[part]) => (
    <textarea
      className="input"
      aria-label={label}
      rows={2}
      maxLength={CHECK_IN_TEXT_MAX}
      value={answers[part].text}
      onChange={(event) => set({ ...answers, [part]: { ...answers[part], text: event.currentTarget.value } })}
    />
  );
  /** Whether the last period has something to show for a part. That nothing was sent is said once, at the first part. */
  const hasLast = (part: CheckInPart) =>
    previous && (previous.answers ? part !== 'question' || previous.question : part === 'mood');
  const row = (part: CheckInPart, children: ReactNode, title = partTitles[part]) => {
    const answer = answers[part];
    if (!answer) return null;
    return (
      <fieldset className="check-in-row" aria-label={title}>
        <div className="check-in-last">
          {previous && hasLast(part) && (
            <>
              <p className="small text-3 check-in-last-label">{lastPeriod(previous)}</p>
              {/* The title of the row is the question of this period. */}
              {part === 'question' && previous.question && (
                <p className="small text-3">{previous.question.text}</p>
              )}
              <AnswerText checkIn={previous} part={part} />
            </>
          )}
        </div>
        <div className="check-in-now">
          <div className="check-in-title">
            <h3 className="title-3">{title}</h3>
            <ReadersSelect
              title={title}
              possible={overview}
              value={answer.readers}
              onChange={(readers) => set({ ...answers, [part]: { ...answer, readers } } as CheckInAnswers)}
            />
          </div>
          {children}
        </div>
      </fieldset>
    );
  };
  const { question } = current;
  return (
    <form ref={focusInvalid} onSubmit={submit} noValidate>
      {form.conflict && <ConflictNote conflict={form.conflict} form={form} />}
      <fieldset className="check-in" disabled={form.isWaiting}>
        {previous ? (
          <h2 className="check-in-head text-2">{`${lastPeriod(previous)}, ${rangeText(previous, formats)}`}</h2>
        ) : (
          <p className="check-in-head text-2">This is your first check-in.</p>
        )}
        <h2 className="check-in-head title-3">{`${thisPeriod(current)}, ${rangeText(current, formats)}`}</h2>
        {row(
          'mood',
          <RatingField
            name="mood"
            label={partTitles.mood}
            words={moodWords}
            value={answers.mood.value}
            onChange={(value) => set({ ...answers, mood: { ...answers.mood, value } })}
          />,
        )}
        {row(
          'workload',
          <RatingField
            name="workload"
            label={partTitles.workload}
            words={workloadWords}
            value={answers.workload.value}
            onChange={(value) => set({ ...answers, workload: { ...answers.workload, value } })}
          />,
        )}
        {current.objectives.length > 0 &&
          row('objectives', <ObjectiveFields current={current} form={form} />)}
        {row('practice', <PracticeFields answers={answers} onChange={set} />)}
        {row('win', text('win'))}
        {row('blocker', text('blocker'))}
        {question &&
          answers.question &&
          row(
            'question',
            <>
              <textarea
                className="input"
                aria-label={question.text}
                aria-describedby="question-readers"
                rows={2}
                maxLength={CHECK_IN_TEXT_MAX}
                value={answers.question.text}
                onChange={(event) =>
                  answers.question &&
                  set({ ...answers, question: { ...answers.question, text: event.currentTarget.value } })
                }
              />
              <p className="small text-2" id="question-readers">
                {questionReadersText(question.by, answers.question, !form.isUnsent)}
              </p>
            </>,
            questionTitle(question),
          )}
      </fieldset>
      <div className="check-in-earlier" role="status">
        {form.earlierAnswer !== null && (
          <Note>
            <p>
              {question
                ? 'The question was changed. You typed this answer to the earlier question:'
                : 'The question was removed. You typed this answer:'}
            </p>
            <p className="pre-wrap">{form.earlierAnswer}</p>
          </Note>
        )}
      </div>
      <SendBar overview={overview} form={form} />
    </form>
  );
}

/** Says plainly whether the person who asked reads the answer. */
function questionReadersText(
  by: Participant | null,
  { readers, text }: { readers: CheckInReaders; text: string },
  isSent: boolean,
): string {
  if (!by || (isSent && text.trim() === '')) return '';
  if (!isSharedWithManager(readers)) return `${by.firstName} asked this, and cannot read your answer.`;
  return isSent
    ? `${by.firstName} can read your answer.`
    : `${by.firstName} reads your answer after you send the check-in.`;
}

/** The fields are disabled now, so the focus moves from the one that submitted the form with Enter. */
const takeFocusOfField = (button: HTMLButtonElement | null) => {
  if (document.activeElement?.closest('.check-in')) button?.focus();
};

/**
 * Sends the check-in and shows the result. The bar stays in the window after sending, so that the result is visible from
 * every part of the form.
 */
function SendBar({ overview: { current, manager }, form }: { overview: CheckIns; form: Form }) {
  const { shortDay } = useFormats();
  const { answers, autosave, isUnsent } = form;
  const missing = form.isWaiting
    ? 'Your check-in is sent when Trellis can be reached. To change it, select “Change answers”.'
    : isUnsent
      ? null
      : 'You have not changed anything.';
  const [isPinned, setPinned] = useState(isUnsent);
  if (isUnsent && !isPinned) setPinned(true);
  const shared = sharedWithManager(answers);
  const hasAnswers = answeredParts(answers).length > 0;
  const isSent = current.sentAt !== null;
  const afterwards = isSent ? 'After you send the changes' : 'After you send it';
  return (
    <div className="unsaved check-in-end" data-pinned={isPinned || undefined}>
      <FormErrors title="The check-in was not sent" message={form.message} />
      {form.isWaiting && (
        <div role="status">
          <Note>
            Your check-in is saved in this browser. It is sent when Trellis can be reached.{' '}
            <Button ref={takeFocusOfField} variant="plain" small onClick={form.withdraw}>
              Change answers
            </Button>
          </Note>
        </div>
      )}
      <p className="text-2">
        {isUnsent && manager && !hasAnswers && 'You choose for each answer who can read it. '}
        {isUnsent && manager && hasAnswers && (
          <>
            {shared === 0
              ? `Your answers are not shared with ${manager.firstName}.`
              : plural(
                  shared,
                  `${afterwards}, ${manager.firstName} can read # of your answers.`,
                  `${afterwards}, ${manager.firstName} can read # of your answers.`,
                )}{' '}
          </>
        )}
        <span role="status">
          {!isSent || form.isWaiting || form.message
            ? ''
            : isUnsent
              ? 'Your changes are not sent yet.'
              : manager
                ? `Sent. You can change it until ${manager.firstName} has reviewed it or ${shortDay(current.lastDay)} is over.`
                : `Sent. You can change it until ${shortDay(current.lastDay)} is over.`}
        </span>{' '}
        {!form.isWaiting && <SaveStatus state={autosave.state} onRetry={autosave.saveNow} />}
      </p>
      <Button variant="primary" type="submit" busy={form.isSending} missing={missing}>
        {isSent ? 'Send changes' : 'Send check-in'}
      </Button>
    </div>
  );
}
