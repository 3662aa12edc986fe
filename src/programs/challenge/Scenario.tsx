import type { ChallengeForLearners } from '#contract/learning/challenges.ts';
import { AnswerOption, type AnswerProps } from './AnswerOption.tsx';
import { chooseIn, pathThrough } from './answers.ts';
import { ChallengeQuestion } from './ChallengeQuestion.tsx';
import { currentReasons } from './ChosenReasons.tsx';

type ScenarioProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'scenario' }> };

/** A branching story. Each choice decides the next place, and the learner can change it at any time. */
export function Scenario({ challenge, answers, onAnswer, isMissing, reasons, name }: ScenarioProps) {
  const path = pathThrough(challenge, answers);
  return (
    <ol className="scenario stack-6" aria-live="polite" aria-relevant="additions">
      {path.map(({ key, text, choices }) => (
        <li key={key}>
          {choices.length === 0 ? (
            <p className="scenario-end pre-wrap">{text}</p>
          ) : (
            <ChallengeQuestion
              questionKey={key}
              text={text}
              hint="What do you do?"
              isMissing={isMissing(key)}
              reasons={currentReasons(reasons, key, answers[key])}
            >
              {choices.map((choice) => (
                <AnswerOption
                  key={choice.key}
                  type="radio"
                  name={`${name}-${key}`}
                  text={choice.text}
                  isSelected={answers[key]?.[0] === choice.key}
                  onSelect={() => onAnswer(chooseIn(challenge, answers, key, choice.key))}
                />
              ))}
            </ChallengeQuestion>
          )}
        </li>
      ))}
    </ol>
  );
}
