import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { propensityItems, type Stage, stages } from '#contract/learning/propensity.ts';
import { useSurveyKeys } from '#src/surveys/participate/useSurveyKeys.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { type Answers, canSkip, isAnswered, isSkipped, QUESTIONS } from './answers.ts';

const SCALE = ['Not at all true', 'Slightly true', 'Partly true', 'Mostly true', 'Very true'];

interface QuestionProps {
  answers: Answers;
  isSaving: boolean;
  /** After Next or Back the focus moves to the new statement, so that screen readers read it. */
  takesFocus: boolean;
  onAnswer: (value: number | Stage) => void;
  onSkip: () => void;
  onBack: () => void;
  onNext: () => void;
}

/** One statement at a time. */
export function Question({ answers, isSaving, takesFocus, onAnswer, onSkip, onBack, onNext }: QuestionProps) {
  const { at } = answers;
  const item = propensityItems[at];
  const chosen = item
    ? answers.values[item.key]
    : stages.findIndex(({ key }) => key === answers.stage) + 1 || undefined;
  const options = item ? SCALE : stages.map(({ text }) => text);
  const mustAnswer = !canSkip(answers, at);
  const canContinue = isAnswered(answers, at) && chosen !== null;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // The progress above the question stays in view.
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const answer = (number: number) => onAnswer(item ? number : (stages[number - 1]?.key ?? 'thinking'));
  useSurveyKeys({
    onDigit: (digit) => {
      if (digit < 1 || digit > options.length) return;
      answer(digit);
      form.current?.querySelector<HTMLInputElement>(`input[value="${digit}"]`)?.focus();
    },
    // The button says what is missing.
    onNext: () => form.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.click(),
    onBack: () => at > 0 && onBack(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canContinue && !isSaving) onNext();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <fieldset>
        <legend>
          <h1 ref={heading} className="question" tabIndex={-1}>
            {item ? item.text : 'Where are you with this change?'}
          </h1>
        </legend>
        <p className="text-2 question-help">
          {isSkipped(answers, at)
            ? 'You skipped this statement. You can answer it, or skip it again.'
            : at === 0
              ? 'There are no right or wrong answers.'
              : item
                ? 'Think of something you want to get better at. There are no right or wrong answers.'
                : 'This answer does not count towards your score. It shows where to start.'}
        </p>
        <div className="scale">
          {options.map((text, index) => (
            <label key={text} className="option">
              <input
                type="radio"
                name={item?.key ?? 'stage'}
                value={index + 1}
                checked={chosen === index + 1}
                onChange={() => answer(index + 1)}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="row row-between question-end">
        {at === 0 ? (
          <span />
        ) : (
          <Button variant="plain" onClick={onBack}>
            <ArrowLeft className="icon icon-small" aria-hidden="true" />
            Back
          </Button>
        )}
        <div className="row row-wrap">
          <span className="small text-3 not-mobile">
            Press <kbd>1</kbd> to <kbd>{options.length}</kbd>, then <kbd>Enter</kbd>
          </span>
          {item && (
            <Button
              variant="plain"
              missing={mustAnswer ? 'You skipped a related statement, so this one needs an answer.' : null}
              onClick={onSkip}
            >
              Skip
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            busy={isSaving}
            missing={
              canContinue
                ? null
                : mustAnswer
                  ? 'Choose an answer to continue.'
                  : 'Choose an answer, or skip this statement.'
            }
            className="question-next"
          >
            {at === QUESTIONS - 1 ? 'Submit answers' : 'Next'}
          </Button>
        </div>
      </div>
    </form>
  );
}
