import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { propensityItems, type Stage, stages } from '#contract/propensity.ts';
import { Button } from '#src/ui/Button.tsx';
import { type Answers, canSkip, isAnswered, QUESTIONS } from './answers.ts';

const SCALE = ['Not at all true', 'A little true', 'Partly true', 'Mostly true', 'Very true'];

interface QuestionProps {
  answers: Answers;
  isSaving: boolean;
  /** After going on or back the new statement is read out and the next key is for it. */
  takesFocus: boolean;
  onAnswer: (value: number | Stage) => void;
  onSkip: () => void;
  onBack: () => void;
  onNext: () => void;
}

/** One statement at a time; 1 to 5 answer, Enter goes on. */
export function Question({ answers, isSaving, takesFocus, onAnswer, onSkip, onBack, onNext }: QuestionProps) {
  const { at } = answers;
  const item = propensityItems[at];
  const chosen = item
    ? answers.values[item.key]
    : stages.findIndex(({ key }) => key === answers.stage) + 1 || undefined;
  const options = item ? SCALE : stages.map(({ text }) => text);
  const canGoOn = isAnswered(answers, at) && chosen !== null;
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const answer = (number: number) => onAnswer(item ? number : (stages[number - 1]?.key ?? 'thinking'));
  useNumberKeys(options.length, (number) => {
    answer(number);
    form.current?.querySelector<HTMLInputElement>(`input[value="${number}"]`)?.focus();
  });
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (canGoOn && !isSaving) onNext();
  };
  return (
    <form ref={form} onSubmit={goOn}>
      <fieldset>
        <legend>
          <h1 ref={heading} className="question" tabIndex={-1}>
            {item ? item.text : 'Where are you with this change?'}
          </h1>
        </legend>
        <p className="text-2 question-help">
          {item
            ? 'Think of what you want to get better at. No answer counts for more than another.'
            : 'This one does not count towards your score. It says where to begin.'}
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
          <Button look="plain" onClick={onBack}>
            <ArrowLeft className="icon icon-small" aria-hidden="true" />
            Back
          </Button>
        )}
        <div className="row row-wrap">
          <span className="small text-3 not-mobile">
            press <kbd>1</kbd> to <kbd>{options.length}</kbd>, then <kbd>Enter</kbd>
          </span>
          {canSkip(answers, at) && (
            <Button look="plain" onClick={onSkip}>
              Skip
            </Button>
          )}
          <Button look="primary" type="submit" busy={isSaving} disabled={!canGoOn} className="question-next">
            {at === QUESTIONS - 1 ? 'See my result' : 'Next'}
          </Button>
        </div>
      </div>
    </form>
  );
}

function useNumberKeys(count: number, onNumber: (number: number) => void): void {
  const latest = useRef(onNumber);
  useEffect(() => {
    latest.current = onNumber;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const number = Number(event.key);
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('textarea, input:not([type="radio"]), select');
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && !isTyping && number >= 1 && number <= count) latest.current(number);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [count]);
}
