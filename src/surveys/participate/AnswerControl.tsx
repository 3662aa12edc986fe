import type { ReactNode } from 'react';
import type { Answer } from '#contract/surveys/answers.ts';
import { LONG_ANSWER_MAX_LENGTH, SHORT_ANSWER_MAX_LENGTH } from '#contract/surveys/answers.ts';
import {
  CANNOT_JUDGE,
  NPS_MAX,
  type Option,
  offersCannotJudge,
  type Question,
} from '#contract/surveys/questions.ts';
import { CANNOT_JUDGE_TEXT, NPS_ENDS } from '#src/surveys/surveyTexts.ts';
import { Select } from '#src/ui/controls/Select.tsx';
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
  const mayDecline = offersCannotJudge(question);
  switch (question.type) {
    case 'single':
      return (
        <RadioGroup
          className="choices"
          optionClass="option option-wide"
          labelledBy={labelledBy}
          options={question.options}
          mayDecline={mayDecline}
          chosen={answer}
          onChoose={onAnswer}
        />
      );
    case 'rating':
      return (
        <RadioGroup
          {...layoutOf(question)}
          labelledBy={labelledBy}
          options={scaleOf(1, question.points, question.lowLabel, question.highLabel)}
          mayDecline={mayDecline}
          chosen={keyOfNumber(answer)}
          onChoose={(key) => onAnswer(numberOfKey(key))}
        />
      );
    case 'nps':
      return (
        <RadioGroup
          className="nps"
          optionClass="option nps-option"
          labelledBy={labelledBy}
          options={scaleOf(0, NPS_MAX, '', '')}
          ends={
            <p className="scale-ends">
              <span>{`0: ${NPS_ENDS.low}`}</span>
              <span>{`${NPS_MAX}: ${NPS_ENDS.high}`}</span>
            </p>
          }
          mayDecline={mayDecline}
          chosen={keyOfNumber(answer)}
          onChoose={(key) => onAnswer(numberOfKey(key))}
        />
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
        <Select
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
          {mayDecline && <option value={CANNOT_JUDGE}>{CANNOT_JUDGE_TEXT}</option>}
        </Select>
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

type Rating = Extract<Question, { type: 'rating' }>;
/** Options side by side are too narrow for long words. */
function layoutOf({ points, lowLabel, highLabel }: Rating) {
  const isLong = [lowLabel, highLabel].some(
    (label) => label.length > 24 || label.split(/\s/).some((word) => word.length > 12),
  );
  if (isLong) return { className: 'choices', optionClass: 'option option-wide' };
  return { className: points === 7 ? 'scale scale-7' : 'scale' };
}

/** Numbers as options. The labels of the ends are in the options, so that screen readers read them together. */
const scaleOf = (first: number, last: number, low: string, high: string): Option[] =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    const label = number === first ? low : number === last ? high : '';
    return { key: String(number), text: label ? `${number} ${label}` : String(number) };
  });

const keyOfNumber = (answer: Answer | undefined) =>
  typeof answer === 'number' || answer === CANNOT_JUDGE ? String(answer) : undefined;
const numberOfKey = (key: string) => (key === CANNOT_JUDGE ? CANNOT_JUDGE : Number(key));

interface RadioGroupProps {
  className: string;
  optionClass?: string;
  labelledBy: string;
  options: readonly Option[];
  /** Shown under the options. */
  ends?: ReactNode;
  mayDecline: boolean;
  chosen: Answer | undefined;
  onChoose: (key: string) => void;
}
function RadioGroup(props: RadioGroupProps) {
  const {
    className,
    optionClass = 'option',
    labelledBy,
    options,
    ends,
    mayDecline,
    chosen,
    onChoose,
  } = props;
  const radio = ({ key, text }: Option, labelClass: string) => (
    <label key={key} className={labelClass}>
      <input
        type="radio"
        name={labelledBy}
        value={key}
        checked={chosen === key}
        onChange={() => onChoose(key)}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset aria-labelledby={labelledBy}>
      <div className={className}>{options.map((option) => radio(option, optionClass))}</div>
      {ends}
      {mayDecline &&
        radio({ key: CANNOT_JUDGE, text: CANNOT_JUDGE_TEXT }, 'option option-wide option-decline')}
    </fieldset>
  );
}

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
