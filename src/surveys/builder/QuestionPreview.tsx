import { useState } from 'react';
import type { Answer } from '#contract/surveys/answers.ts';
import type { Question } from '#contract/surveys/questions.ts';
import { AnswerControl } from '#src/surveys/participate/AnswerControl.tsx';
import { type PreviewWidth, PreviewWidths } from './PreviewWidths.tsx';

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
        <PreviewWidths width={width} onWidth={onWidth} />
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
