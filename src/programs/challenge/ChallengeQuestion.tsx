import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface ChallengeQuestionProps {
  text: string;
  /** Instruction: 'Choose one' or 'Choose all that apply'. */
  hint?: string;
  isMissing: boolean;
  children: ReactNode;
}

/** A question with its answer options. */
export function ChallengeQuestion({ text, hint, isMissing, children }: ChallengeQuestionProps) {
  const id = useId();
  return (
    <fieldset className="challenge-question" aria-describedby={isMissing ? id : undefined}>
      <legend>
        {text}
        {hint && <span className="small text-3 challenge-hint">{hint}</span>}
      </legend>
      <div className="options">{children}</div>
      {isMissing && (
        <p className="field-error" id={id}>
          <CircleAlert className="icon" aria-hidden="true" />
          Not answered yet
        </p>
      )}
    </fieldset>
  );
}
