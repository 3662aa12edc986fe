import { type CSSProperties, useId } from 'react';
import type { Answer } from '#contract/surveys/answers.ts';
import { CANNOT_JUDGE, offersCannotJudge, type Question } from '#contract/surveys/questions.ts';
import { firstOpenRow, optionOfRow, withRow } from './answerByDigit.ts';

interface MatrixControlProps {
  question: Extract<Question, { type: 'matrix' }>;
  answer: Answer | undefined;
  labelledBy: string;
  onAnswer: (answer: Answer) => void;
}

const CANNOT_JUDGE_OPTION = { key: CANNOT_JUDGE, text: 'Cannot judge' };

/**
 * One group of radio buttons per row: cards on a phone, a grid on wide screens. Digit keys answer the highlighted row.
 */
export function MatrixControl({ question, answer, labelledBy, onAnswer }: MatrixControlProps) {
  const id = useId();
  const { rows } = question;
  const mayDecline = offersCannotJudge(question);
  const options = mayDecline ? [...question.options, CANNOT_JUDGE_OPTION] : question.options;
  const next = firstOpenRow(question, answer);
  const columns = { '--options': options.length } as CSSProperties;
  return (
    <fieldset className="matrix" aria-labelledby={labelledBy} style={columns}>
      <div className="matrix-head" aria-hidden="true">
        <span />
        {options.map(({ key, text }) => (
          <span key={key}>{text}</span>
        ))}
      </div>
      {rows.map((row) => {
        const chosen = optionOfRow(answer, row.key);
        return (
          <fieldset key={row.key} data-next={row.key === next || undefined}>
            <legend>
              <span>{row.text}</span>
              <span className="matrix-value" aria-hidden="true">
                {options.find(({ key }) => key === chosen)?.text}
              </span>
            </legend>
            <div className="matrix-options">
              {options.map(({ key, text }) => (
                <label key={key}>
                  <input
                    className="matrix-radio"
                    type="radio"
                    name={`${id}${row.key}`}
                    checked={chosen === key}
                    onChange={() => onAnswer(withRow(answer, row.key, key))}
                  />
                  <span>{text}</span>
                </label>
              ))}
            </div>
            <p className={mayDecline ? 'matrix-ends matrix-ends-decline' : 'matrix-ends'} aria-hidden="true">
              <span>{options[0]?.text}</span>
              <span>{question.options.at(-1)?.text}</span>
              {mayDecline && <span>{CANNOT_JUDGE_OPTION.text}</span>}
            </p>
          </fieldset>
        );
      })}
    </fieldset>
  );
}
