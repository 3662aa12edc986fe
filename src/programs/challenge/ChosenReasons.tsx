import { Check, X } from 'lucide-react';
import type { Reasons } from '#contract/learning/challenges.ts';

export interface ReasonOfChoice {
  key: string;
  isRight: boolean;
  text: string;
  /** The text of the answer, if several answers of the question are chosen. */
  answer?: string | undefined;
}

/** The reasons for the answers to one question, without answers that are no longer chosen. */
export const currentReasons = (reasons: Reasons, key: string, chosen: readonly string[] = []) =>
  (reasons[key] ?? []).filter((reason) => chosen.includes(reason.key));

/** The reasons for the chosen answers. Screen readers read them when they appear. */
export function ChosenReasons({ reasons }: { reasons: readonly ReasonOfChoice[] }) {
  return (
    <div role="status">
      {reasons.map(({ key, isRight, text, answer }) => (
        <p key={key} className="chosen-reason" data-right={isRight || undefined}>
          {isRight ? (
            <Check className="icon" aria-hidden="true" />
          ) : (
            <X className="icon" aria-hidden="true" />
          )}
          <span>
            <span className="strong">{isRight ? 'Correct.' : 'Not correct.'}</span>{' '}
            {answer && <span className="text-3">{answer}: </span>}
            {text}
          </span>
        </p>
      ))}
    </div>
  );
}
