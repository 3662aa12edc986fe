import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ChallengeForLearners } from '#contract/learning/challenges.ts';
import { BLANK, FILL_MAX_LENGTH } from '#contract/learning/fillIn.ts';
import type { AnswerProps } from './AnswerOption.tsx';
import { ChosenReasons, currentReasons, type ReasonOfChoice } from './ChosenReasons.tsx';

type FillInProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'fill' }> };

/** Sentences with a blank each. Upper and lower case and accents do not matter. */
export function FillIn({ challenge, answers, onAnswer, isMissing, reasons }: FillInProps) {
  return (
    <div className="stack-4">
      <div>
        <p className="strong pre-wrap">{challenge.task}</p>
        <p className="small text-3">Upper and lower case and accents do not matter.</p>
      </div>
      <ol className="stack-4">
        {challenge.gaps.map(({ key, text }, index) => (
          <li key={key} data-question={key}>
            <Sentence
              text={text}
              number={index + 1}
              value={answers[key]?.[0] ?? ''}
              isMissing={isMissing(key)}
              reasons={currentReasons(reasons, key, [(answers[key]?.[0] ?? '').trim()])}
              onChange={(value) => onAnswer({ ...answers, [key]: value === '' ? [] : [value] })}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface SentenceProps {
  text: string;
  number: number;
  value: string;
  isMissing: boolean;
  reasons: readonly ReasonOfChoice[];
  onChange: (value: string) => void;
}
function Sentence({ text, number, value, isMissing, reasons, onChange }: SentenceProps) {
  const id = useId();
  const [before = '', after = ''] = text.split(BLANK);
  return (
    <>
      <p className="fill-sentence">
        {before}
        <input
          type="text"
          className="input fill-blank"
          aria-label={`Blank ${number}: ${before}… ${after}`}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={FILL_MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {after}
      </p>
      {isMissing && (
        <p className="field-error" id={id}>
          <CircleAlert className="icon" aria-hidden="true" />
          Not filled in yet
        </p>
      )}
      <ChosenReasons reasons={reasons} />
    </>
  );
}
