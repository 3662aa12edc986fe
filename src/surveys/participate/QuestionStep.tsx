import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { type Answer, canContinue } from '#contract/surveys/answers.ts';
import type { Question } from '#contract/surveys/questions.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { AnswerControl } from './AnswerControl.tsx';
import { answerByDigit, TEN_WITHIN_MS } from './answerByDigit.ts';
import { helpOf, missingText } from './questionHelp.ts';
import { useSurveyKeys } from './useSurveyKeys.ts';

interface QuestionStepProps {
  question: Question;
  answer: Answer | undefined;
  isFirst: boolean;
  isLast: boolean;
  isSending: boolean;
  /** After Next or Back the focus moves to the question, so that screen readers read it. */
  takesFocus: boolean;
  onAnswer: (answer: Answer | undefined) => void;
  onBack: () => void;
  onNext: () => void;
}

export function QuestionStep(props: QuestionStepProps) {
  const { question, answer, isFirst, isLast, isSending, takesFocus, onAnswer, onBack, onNext } = props;
  const mayGoOn = canContinue(question, answer);
  const heading = useRef<HTMLHeadingElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const lastDigitAt = useRef(0);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useSurveyKeys({
    onDigit(digit) {
      const now = performance.now();
      const changed = answerByDigit(question, answer, digit, now - lastDigitAt.current < TEN_WITHIN_MS);
      lastDigitAt.current = now;
      if (changed !== null) onAnswer(changed);
    },
    onNext: () => nextButton.current?.click(),
    onBack: () => !isFirst && onBack(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (mayGoOn && !isSending) onNext();
  };
  return (
    <form onSubmit={submit}>
      <h1 ref={heading} className="question" id="survey-question" tabIndex={-1}>
        {question.text}
      </h1>
      <p className="text-2 question-help">{helpOf(question)}</p>
      <AnswerControl question={question} answer={answer} labelledBy="survey-question" onAnswer={onAnswer} />
      <div className="row row-between question-end">
        {isFirst ? (
          <span />
        ) : (
          <Button variant="plain" onClick={onBack}>
            <ArrowLeft className="icon icon-small" aria-hidden="true" />
            Back
          </Button>
        )}
        <div className="row row-wrap">
          <span className="small text-3 not-mobile">
            {question.type === 'long' ? null : (
              <>
                Press <kbd>Enter</kbd> or
              </>
            )}
          </span>
          <Button
            ref={nextButton}
            variant="primary"
            type="submit"
            busy={isSending}
            missing={mayGoOn ? null : missingText(question, answer)}
            className="question-next"
          >
            {isLast ? 'Submit answers' : 'Next'}
          </Button>
        </div>
      </div>
    </form>
  );
}
