import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Answer } from '#contract/surveys/answers.ts';
import { listQuestions, type Question, type Questions } from '#contract/surveys/questions.ts';
import { AnswerControl } from '#src/surveys/participate/AnswerControl.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import {
  addQuestion,
  moveQuestion,
  newKey,
  positionOf,
  removeQuestion,
  replaceQuestion,
} from './builderForm.ts';
import { lintQuestion } from './lint.ts';
import { QuestionEditor } from './QuestionEditor.tsx';

interface QuestionsTabProps {
  questions: Questions;
  isFull: boolean;
  onChange: (questions: Questions) => void;
}

/** The outline, the selected question and its preview. The selected question is in the address. */
export function QuestionsTab({ questions, isFull, onChange }: QuestionsTabProps) {
  const [params, setParams] = useSearchParams();
  const [announcement, setAnnouncement] = useState('');
  const all = listQuestions(questions);
  const selected = all.find(({ key }) => key === params.get('question')) ?? all[0];
  const select = (key: string) => setParams({ question: key }, { replace: true });
  const add = () => {
    const key = newKey('q', all);
    onChange(
      addQuestion(questions, {
        key,
        type: 'rating',
        text: '',
        required: true,
        points: 5,
        lowLabel: 'Disagree',
        highLabel: 'Agree',
      }),
    );
    select(key);
  };
  const addSection = () =>
    onChange({
      ...questions,
      sections: [
        ...questions.sections,
        { key: newKey('s', questions.sections), title: 'New section', questions: [] },
      ],
    });
  const duplicate = (question: Question) => {
    const key = newKey('q', all);
    onChange(addQuestion(questions, { ...question, key }, question.key));
    select(key);
  };
  const move = (question: Question, by: -1 | 1) => {
    const next = moveQuestion(questions, question.key, by);
    onChange(next);
    select(question.key);
    setAnnouncement(`Moved to ${positionOf(next, question.key)} of ${all.length}`);
  };
  return (
    <div className="build">
      <nav aria-label="Questions" className="build-outline">
        {questions.sections.map((section, index) => (
          <div key={section.key}>
            <TextField
              label={`Section ${index + 1}`}
              value={section.title}
              placeholder="Without a title"
              maxLength={120}
              onChange={(title) =>
                onChange({
                  ...questions,
                  sections: questions.sections.map((one) =>
                    one.key === section.key ? { ...one, title } : one,
                  ),
                })
              }
            />
            <ol>
              {section.questions.map((question) => (
                <li key={question.key}>
                  <button
                    type="button"
                    aria-current={question.key === selected?.key ? 'true' : undefined}
                    onClick={() => select(question.key)}
                  >
                    <span className="figures text-3">{positionOf(questions, question.key)}</span>
                    <span className="build-text">{question.text || 'Without a text'}</span>
                    {lintQuestion(question).length > 0 && (
                      <TriangleAlert className="icon icon-small" aria-label="has problems" />
                    )}
                  </button>
                </li>
              ))}
            </ol>
          </div>
        ))}
        <div className="row row-wrap">
          <Button small onClick={add} disabled={isFull}>
            <Plus className="icon icon-small" aria-hidden="true" />
            Add question
          </Button>
          <Button variant="plain" small onClick={addSection} disabled={questions.sections.length >= 10}>
            Add section
          </Button>
        </div>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </nav>
      {selected ? (
        <>
          <QuestionEditor
            question={selected}
            position={positionOf(questions, selected.key)}
            count={all.length}
            onChange={(next) => onChange(replaceQuestion(questions, selected.key, next))}
            onMove={(by) => move(selected, by)}
            onDuplicate={() => duplicate(selected)}
            onRemove={() => onChange(removeQuestion(questions, selected.key))}
          />
          <Preview key={`${selected.key}${selected.type}`} question={selected} />
        </>
      ) : (
        <EmptyState drawing="seed" title="No questions yet">
          Add a question, or create a survey from a template.
        </EmptyState>
      )}
    </div>
  );
}

/** A preview of the question on a phone. It works, but nothing is stored. */
function Preview({ question }: { question: Question }) {
  const [answer, setAnswer] = useState<Answer | undefined>();
  return (
    <section className="build-preview" aria-labelledby="preview">
      <h2 className="title-3" id="preview">
        Preview
      </h2>
      <div className="phone">
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
