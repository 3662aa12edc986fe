import type { ChallengeForLearners } from '#contract/challenges.ts';
import { Asked } from './Asked.tsx';
import { chooseIn, pathThrough } from './answers.ts';
import { type AnswerProps, Option } from './Option.tsx';

type ScenarioProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'scenario' }> };

/** A story told place by place: what is chosen decides what comes next, and may be chosen differently at any time. */
export function Scenario({ challenge, answers, onAnswer, isMissing, name }: ScenarioProps) {
  const path = pathThrough(challenge, answers);
  return (
    <ol className="scenario stack-6" aria-live="polite" aria-relevant="additions">
      {path.map(({ key, text, choices }) => (
        <li key={key}>
          {choices.length === 0 ? (
            <p className="scenario-end keeps-lines">{text}</p>
          ) : (
            <Asked text={text} how="What do you do?" isMissing={isMissing(key)}>
              {choices.map((choice) => (
                <Option
                  key={choice.key}
                  type="radio"
                  name={`${name}-${key}`}
                  text={choice.text}
                  isTaken={answers[key]?.[0] === choice.key}
                  onTake={() => onAnswer(chooseIn(challenge, answers, key, choice.key))}
                />
              ))}
            </Asked>
          )}
        </li>
      ))}
    </ol>
  );
}
