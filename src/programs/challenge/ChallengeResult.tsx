import { Check, X } from 'lucide-react';
import type { ChallengeForLearners, ChallengeResult as Result } from '#contract/challenges.ts';
import { counted, longDay } from '#src/ui/dates.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { wordsIn } from './answers.ts';

interface ChallengeResultProps {
  challenge: ChallengeForLearners;
  result: Result;
  attempts: number;
}

/** What was right and what was not, each with its reason. */
export function ChallengeResult({ challenge, result, attempts }: ChallengeResultProps) {
  const words = wordsIn(challenge);
  const right = result.items.filter(({ isRight }) => isRight).length;
  return (
    <section className="stack-4" aria-label="Your result">
      <div className="row row-wrap" role="status">
        <Tag tone={result.isPassed ? 'primary' : 'amber'}>
          {result.isPassed ? 'Passed' : 'Not passed yet'}
        </Tag>
        <p className="figures">
          <span className="strong">{result.score} %</span>{' '}
          <span className="text-2">
            {right} of {result.items.length} right, {challenge.passAt} % is needed
          </span>
        </p>
      </div>
      <ol>
        {result.items.map(({ key, isRight, reasons }) => (
          <li key={key} className="result-item" data-right={isRight || undefined}>
            {isRight ? (
              <Check className="icon" aria-hidden="true" />
            ) : (
              <X className="icon" aria-hidden="true" />
            )}
            <div className="stack">
              <p className="strong">
                <span className="visually-hidden">{isRight ? 'Right: ' : 'Not right: '}</span>
                {words.item(key)}
              </p>
              <ul className="stack">
                {reasons.map((reason) => (
                  <li key={reason.key}>
                    <p>
                      <span className="text-3">{takenWords(reason)}</span> {words.option(key, reason.key)}
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
        {counted(attempts, 'attempt')}, the last on {longDay(result.at)}
      </p>
    </section>
  );
}

function takenWords({ wasTaken, isRight }: Result['items'][number]['reasons'][number]): string {
  if (!wasTaken) return 'Right would be:';
  return isRight ? 'Your answer, right:' : 'Your answer, not right:';
}
