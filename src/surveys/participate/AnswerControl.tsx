import type { Answer } from '#contract/surveys/answers.ts';
import { LONG_ANSWER_MAX_LENGTH, SHORT_ANSWER_MAX_LENGTH } from '#contract/surveys/answers.ts';
import { NPS_MAX, type Option, type Question } from '#contract/surveys/questions.ts';
import { toggled } from './answerByDigit.ts';
import { MatrixControl } from './MatrixControl.tsx';

interface ControlProps<Q extends Question = Question> {
  question: Q;
  answer: Answer | undefined;
  /** The id of the heading with the question. */
  labelledBy: string;
  onAnswer: (answer: Answer | undefined) => void;
}

/** The control for a question's type. */
export function AnswerControl({ question, answer, labelledBy, onAnswer }: ControlProps) {
  switch (question.type) {
    case 'single':
      return (
        <RadioGroup
          className="choices"
          optionClass="option option-wide"
          labelledBy={labelledBy}
          options={question.options}
          chosen={answer}
          onChoose={onAnswer}
        />
      );
    case 'rating':
      return (
        <RadioGroup
          className={question.points === 7 ? 'scale scale-7' : 'scale'}
          labelledBy={labelledBy}
          options={scaleOf(1, question.points, question.lowLabel, question.highLabel)}
          chosen={typeof answer === 'number' ? String(answer) : undefined}
          onChoose={(key) => onAnswer(Number(key))}
        />
      );
    case 'nps':
      return (
        <>
          <RadioGroup
            className="nps"
            optionClass="option nps-option"
            labelledBy={labelledBy}
            options={scaleOf(0, NPS_MAX, '', '')}
            chosen={typeof answer === 'number' ? String(answer) : undefined}
            onChoose={(key) => onAnswer(Number(key))}
          />
          <p className="scale-ends">
            <span>0: not at all likely</span>
            <span>10: very likely</span>
          </p>
        </>
      );
    case 'multiple':
      return (
        <fieldset className="choices" aria-labelledby={labelledBy}>
          {question.options.map(({ key, text }) => (
            <label key={key} className="option option-wide">
              <input
                type="checkbox"
                checked={Array.isArray(answer) && answer.includes(key)}
                onChange={() => onAnswer(toggled(answer, key))}
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      );
    case 'ranking':
      return (
        <RankingControl question={question} answer={answer} labelledBy={labelledBy} onAnswer={onAnswer} />
      );
    case 'dropdown':
      return (
        <select
          className="input"
          aria-labelledby={labelledBy}
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ currentTarget: { value } }) => onAnswer(value === '' ? undefined : value)}
        >
          <option value="">Choose</option>
          {question.options.map(({ key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      );
    case 'matrix':
      return (
        <MatrixControl question={question} answer={answer} labelledBy={labelledBy} onAnswer={onAnswer} />
      );
    case 'long':
      return (
        <textarea
          className="input survey-text"
          aria-labelledby={labelledBy}
          maxLength={LONG_ANSWER_MAX_LENGTH}
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ currentTarget: { value } }) => onAnswer(value === '' ? undefined : value)}
        />
      );
    case 'short':
    case 'date':
      return (
        <input
          className={question.type === 'date' ? 'input survey-date' : 'input'}
          type={question.type === 'date' ? 'date' : 'text'}
          aria-labelledby={labelledBy}
          maxLength={SHORT_ANSWER_MAX_LENGTH}
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ currentTarget: { value } }) => onAnswer(value === '' ? undefined : value)}
        />
      );
  }
}

/** Numbers as options. The labels of the ends are in the options, so that screen readers read them together. */
const scaleOf = (first: number, last: number, low: string, high: string): Option[] =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    const label = number === first ? low : number === last ? high : '';
    return { key: String(number), text: label ? `${number} ${label}` : String(number) };
  });

interface RadioGroupProps {
  className: string;
  optionClass?: string;
  labelledBy: string;
  options: readonly Option[];
  chosen: Answer | undefined;
  onChoose: (key: string) => void;
}
const RadioGroup = ({
  className,
  optionClass = 'option',
  labelledBy,
  options,
  chosen,
  onChoose,
}: RadioGroupProps) => (
  <fieldset className={className} aria-labelledby={labelledBy}>
    {options.map(({ key, text }) => (
      <label key={key} className={optionClass}>
        <input
          type="radio"
          name={labelledBy}
          value={key}
          checked={chosen === key}
          onChange={() => onChoose(key)}
        />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
);

type Ranking = Extract<Question, { options: Option[] }>;
/** Options are selected in order; selecting one again removes it. */
function RankingControl({ question, answer, labelledBy, onAnswer }: ControlProps<Ranking>) {
  const order = Array.isArray(answer) ? answer : [];
  const ranked = order.length;
  return (
    <>
      <fieldset className="choices" aria-labelledby={labelledBy}>
        {question.options.map(({ key, text }) => {
          const place = order.indexOf(key) + 1;
          return (
            <button
              key={key}
              type="button"
              className="option option-wide rank"
              aria-pressed={place > 0}
              onClick={() => onAnswer(toggled(answer, key))}
            >
              <span className="rank-place figures">{place > 0 ? place : ''}</span>
              <span>{text}</span>
            </button>
          );
        })}
      </fieldset>
      <p className="small text-2 rank-count" role="status">
        {`${ranked} of ${question.options.length} options are in order.`}
      </p>
    </>
  );
}
