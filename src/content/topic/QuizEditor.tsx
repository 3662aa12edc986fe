import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Challenge } from '#contract/learning/challenges.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { newOption, newQuestion, type QuizQuestion, withRight } from './editSteps.ts';
import { fieldId } from './topicTexts.ts';

type Quiz = Extract<Challenge, { kind: 'quiz' }>;
type ErrorOf = (path: string) => string | null;

const MAX_ITEMS = 30;

interface QuizEditorProps {
  quiz: Quiz;
  /** The path of the quiz in the topic. */
  at: string;
  errorOf: ErrorOf;
  onChange: (quiz: Quiz) => void;
  onRemove: () => void;
}

/** The questions of a quiz, each with its answers and the reasons. */
export function QuizEditor({ quiz, at, errorOf, onChange, onRemove }: QuizEditorProps) {
  const { questions, passAt } = quiz;
  const replace = (index: number, next: QuizQuestion) =>
    onChange({ ...quiz, questions: questions.map((one, other) => (other === index ? next : one)) });
  const path = `${at}.questions`;
  return (
    <section className="quiz-editor stack-4" aria-label="Quiz" id={fieldId(path)} tabIndex={-1}>
      <div className="row row-between">
        <h3 className="title-3">Quiz</h3>
        <Button variant="plain" small onClick={onRemove}>
          Remove quiz
        </Button>
      </div>
      <div className="editor-narrow">
        <NumberField
          label="Pass mark in percent"
          id={fieldId(`${at}.passAt`)}
          max={100}
          value={passAt}
          error={errorOf(`${at}.passAt`)}
          onChange={(value) => onChange({ ...quiz, passAt: Math.min(100, Math.max(1, value ?? 1)) })}
        />
      </div>
      <ol className="stack-6">
        {questions.map((question, index) => (
          <li key={question.key}>
            <QuestionFields
              question={question}
              number={index + 1}
              at={`${path}.${index}`}
              errorOf={errorOf}
              onChange={(next) => replace(index, next)}
              onRemove={
                questions.length > 1
                  ? () => onChange({ ...quiz, questions: questions.filter((one) => one !== question) })
                  : null
              }
            />
          </li>
        ))}
      </ol>
      {questions.length < MAX_ITEMS && (
        <div className="row">
          <Button
            small
            onClick={() => onChange({ ...quiz, questions: [...questions, newQuestion(questions)] })}
          >
            Add question
          </Button>
        </div>
      )}
    </section>
  );
}

interface QuestionFieldsProps {
  question: QuizQuestion;
  number: number;
  at: string;
  errorOf: ErrorOf;
  onChange: (question: QuizQuestion) => void;
  /** Null if there is only one question. */
  onRemove: (() => void) | null;
}

function QuestionFields({ question, number, at, errorOf, onChange, onRemove }: QuestionFieldsProps) {
  const { options } = question;
  const error = errorOf(`${at}.options`);
  return (
    <fieldset className="quiz-question stack-3">
      <legend className="title-3">{`Question ${number}`}</legend>
      <Field label="Question" id={fieldId(`${at}.text`)} error={errorOf(`${at}.text`)}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            maxLength={500}
            value={question.text}
            onChange={(event) => onChange({ ...question, text: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className="row row-wrap row-between">
        <SelectField
          label="Learners choose"
          options={[
            { value: 'single', label: 'One answer' },
            { value: 'multiple', label: 'All right answers' },
          ]}
          value={question.kind}
          onChange={(kind) => onChange(withKind(question, kind === 'multiple' ? 'multiple' : 'single'))}
        />
        {onRemove && (
          <Button variant="plain" small onClick={onRemove} aria-label={`Remove question ${number}`}>
            Remove question
          </Button>
        )}
      </div>
      <div id={fieldId(`${at}.options`)} tabIndex={-1} className="stack-3">
        {options.map((option, index) => (
          <OptionFields
            key={option.key}
            question={question}
            index={index}
            at={`${at}.options.${index}`}
            errorOf={errorOf}
            onChange={onChange}
          />
        ))}
        {error && <p className="field-error">{error}</p>}
      </div>
      {options.length < MAX_ITEMS && (
        <div className="row">
          <Button small onClick={() => onChange({ ...question, options: [...options, newOption(options)] })}>
            Add answer
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** If one answer is correct, only the first correct answer stays correct. */
function withKind(question: QuizQuestion, kind: QuizQuestion['kind']): QuizQuestion {
  const first = question.options.find(({ isRight }) => isRight);
  return {
    ...question,
    kind,
    options:
      kind === 'single'
        ? question.options.map((option) => ({ ...option, isRight: option === first }))
        : question.options,
  };
}

interface OptionFieldsProps {
  question: QuizQuestion;
  index: number;
  at: string;
  errorOf: ErrorOf;
  onChange: (question: QuizQuestion) => void;
}
function OptionFields({ question, index, at, errorOf, onChange }: OptionFieldsProps) {
  const name = useId();
  const option = question.options[index];
  if (!option) return null;
  const change = (next: Partial<typeof option>) =>
    onChange({
      ...question,
      options: question.options.map((one) => (one === option ? { ...one, ...next } : one)),
    });
  return (
    <div className="quiz-option">
      <input
        type={question.kind === 'single' ? 'radio' : 'checkbox'}
        name={name}
        className={question.kind === 'single' ? 'quiz-radio' : 'checkbox'}
        aria-label={`Answer ${index + 1} is right`}
        checked={option.isRight}
        onChange={(event) => onChange(withRight(question, option.key, event.currentTarget.checked))}
      />
      <div className="stack grow">
        <TextField
          label={`Answer ${index + 1}`}
          id={fieldId(`${at}.text`)}
          maxLength={300}
          value={option.text}
          error={errorOf(`${at}.text`)}
          onChange={(text) => change({ text })}
        />
        <TextField
          label={option.isRight ? 'Right, because' : 'Wrong, because'}
          id={fieldId(`${at}.reason`)}
          maxLength={500}
          value={option.reason}
          error={errorOf(`${at}.reason`)}
          onChange={(reason) => change({ reason })}
        />
      </div>
      {question.options.length > 2 && (
        <IconButton
          label={`Remove answer ${index + 1}`}
          small
          onClick={() => onChange({ ...question, options: question.options.filter((one) => one !== option) })}
        >
          <Trash2 className="icon" />
        </IconButton>
      )}
    </div>
  );
}
