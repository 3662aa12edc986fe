import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ChallengeForLearners, ChallengeResult as Result } from '#contract/learning/challenges.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { textsOf } from './answers.ts';

interface ChallengeResultProps {
  challenge: ChallengeForLearners;
  result: Result;
  attempts: number;
  /** An earlier attempt was passed. */
  isDone: boolean;
  /** True after the answers were submitted on this screen. */
  isNew: boolean;
}

/** The score, and for each question whether it was correct and why. */
export function ChallengeResult({ challenge, result, attempts, isDone, isNew }: ChallengeResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The result replaces the questions, and is longer than the window. It is read and shown from its start.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { longDay } = useFormats();
  const texts = textsOf(challenge);
  // The learner may have switched to a version without some of the questions.
  const known = result.items.filter(({ key }) => texts.item(key) !== null);
  const correct = result.items.filter(({ isRight }) => isRight).length;
  return (
    <section className="stack-4" aria-label="Your result">
      <h4 ref={heading} className="row row-wrap" tabIndex={-1}>
        <Tag tone={result.isPassed ? 'primary' : 'amber'}>
          {result.isPassed ? 'Passed' : isDone ? 'Last attempt not passed' : 'Not passed yet'}
        </Tag>
        <span className="figures">
          <span className="strong">{formatPercent(result.score)}</span>{' '}
          <span className="text-2">
            {`${correct} of ${result.items.length} correct. Pass mark: ${formatPercent(challenge.passAt)}.`}
          </span>
        </span>
      </h4>
      {isDone && !result.isPassed && <p>You passed an earlier attempt, so this step stays done.</p>}
      <ol>
        {known.map(({ key, isRight, reasons }) => (
          <li key={key} className="result-item" data-right={isRight || undefined}>
            {isRight ? (
              <Check className="icon" aria-hidden="true" />
            ) : (
              <X className="icon" aria-hidden="true" />
            )}
            <div className="stack">
              <p className="strong">
                <span className="visually-hidden">{isRight ? 'Correct: ' : 'Incorrect: '}</span>
                {texts.item(key)}
              </p>
              <ul className="stack">
                {reasons.map((reason) => (
                  <li key={reason.key}>
                    <p>
                      <span className="text-3">{answerLabel(reason, reasons)}</span>{' '}
                      {texts.option(key, reason.key)}
                    </p>
                    <p className="text-2">{reason.text}</p>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      <p className="small text-3 figures">
        {`${plural(attempts, '# attempt', '# attempts')}. Last attempt: ${longDay(result.at)}.`}
      </p>
    </section>
  );
}

type Reason = Result['items'][number]['reasons'][number];
function answerLabel({ wasTaken, isRight }: Reason, all: readonly Reason[]): string {
  const hasCorrectAnswer = all.some((one) => one.wasTaken && one.isRight);
  if (!wasTaken) return hasCorrectAnswer ? 'Correct answer that you missed:' : 'Correct answer:';
  return isRight ? 'Your answer (correct):' : 'Your answer (incorrect):';
}
