import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ChosenReasons, type ReasonOfChoice } from './ChosenReasons.tsx';

interface ChallengeQuestionProps {
  questionKey: string;
  text: string;
  /** Instruction: 'Choose one' or 'Choose all that apply'. */
  hint?: string;
  isMissing: boolean;
  reasons: readonly ReasonOfChoice[];
  children: ReactNode;
}

/** A question with its answer options, and the reasons for the chosen ones. */
export function ChallengeQuestion(props: ChallengeQuestionProps) {
  const { questionKey, text, hint, isMissing, reasons, children } = props;
  const id = useId();
  return (
    <fieldset
      className="challenge-question"
      data-question={questionKey}
      aria-describedby={isMissing ? id : undefined}
    >
      <legend>
        {text}
        {hint && <span className="small text-3 challenge-hint">{hint}</span>}
      </legend>
      <div className="answer-options">{children}</div>
      {isMissing && (
        <p className="field-error" id={id}>
          <CircleAlert className="icon" aria-hidden="true" />
          Not answered yet
        </p>
      )}
      <ChosenReasons reasons={reasons} />
    </fieldset>
  );
}
