import { useState } from 'react';
import type { Answer } from '#contract/surveys/answers.ts';
import type { Question } from '#contract/surveys/questions.ts';
import { AnswerControl } from '#src/surveys/participate/AnswerControl.tsx';

const widths = { phone: 'Phone', desktop: 'Desktop' } as const;
export type PreviewWidth = keyof typeof widths;

interface QuestionPreviewProps {
  question: Question;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}

/** A preview of the question on a phone or on a desktop. It works, but nothing is stored. */
export function QuestionPreview({ question, width, onWidth }: QuestionPreviewProps) {
  const [answer, setAnswer] = useState<Answer | undefined>();
  return (
    <section className="build-preview" aria-labelledby="preview">
      <div className="row row-between">
        <h2 className="title-3" id="preview">
          Preview
        </h2>
        <fieldset className="preview-widths">
          <legend className="visually-hidden">Width of the preview</legend>
          {Object.entries(widths).map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="preview-width"
                checked={value === width}
                onChange={() => onWidth(value as PreviewWidth)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className={width}>
        <p className="phone-question" id="preview-question">
          {question.text || 'Without a text'}
        </p>
        <AnswerControl
          question={question}
          answer={answer}
          labelledBy="preview-question"
          onAnswer={setAnswer}
        />
      </div>
    </section>
  );
}
