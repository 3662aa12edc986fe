import { type FormEvent, useState } from 'react';
import { type Answer, type Answers, canContinue } from '#contract/surveys/answers.ts';
import type { Question, Questions } from '#contract/surveys/questions.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { AnswerControl } from './AnswerControl.tsx';
import { helpOf } from './questionHelp.ts';

interface AnswerPageProps {
  sections: Questions['sections'];
  /** The questions that are asked, in order. */
  questions: readonly Question[];
  answers: Answers;
  isSending: boolean;
  onAnswer: (question: string, answer: Answer | undefined) => void;
  /** Every required question is answered. */
  onSubmit: () => void;
}

const headingId = (key: string) => `survey-question-${key}`;

/** All questions, one below the other. */
export function AnswerPage({ sections, questions, answers, isSending, onAnswer, onSubmit }: AnswerPageProps) {
  const [isChecked, setChecked] = useState(false);
  const shown = sections.filter((section) =>
    section.questions.some((question) => questions.includes(question)),
  );
  const open = questions.filter((question) => !canContinue(question, answers[question.key]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setChecked(true);
    const [first] = open;
    if (first) document.getElementById(headingId(first.key))?.focus();
    else onSubmit();
  };
  const isOpen = (question: Question) => isChecked && open.includes(question);
  return (
    <form onSubmit={submit} noValidate>
      {isChecked && (
        <FormErrors
          title="Not submitted yet"
          fieldErrors={open.map(({ key, text }) => ({ id: headingId(key), text: `Answer: ${text}` }))}
        />
      )}
      {shown.map((section) => (
        <section key={section.key} aria-label={section.title || 'Questions'}>
          {section.title && <p className="overline question-section">{section.title}</p>}
          {section.questions
            .filter((question) => questions.includes(question))
            .map((question) => (
              <div key={question.key} className="question-block">
                <h2 className="title-3" id={headingId(question.key)} tabIndex={-1}>
                  {`${questions.indexOf(question) + 1}. ${question.text}`}
                </h2>
                <p className="small text-2">{helpOf(question)}</p>
                {isOpen(question) && <p className="field-error">This answer is missing or not complete.</p>}
                <AnswerControl
                  question={question}
                  answer={answers[question.key]}
                  labelledBy={headingId(question.key)}
                  onAnswer={(answer) => onAnswer(question.key, answer)}
                />
              </div>
            ))}
        </section>
      ))}
      <div className="question-end">
        <Button variant="primary" type="submit" busy={isSending}>
          Submit answers
        </Button>
      </div>
    </form>
  );
}
