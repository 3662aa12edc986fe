import type { ChallengeForLearners } from '#contract/learning/challenges.ts';
import { AnswerOption, type AnswerProps } from './AnswerOption.tsx';
import { ChallengeQuestion } from './ChallengeQuestion.tsx';
import { currentReasons } from './ChosenReasons.tsx';

type CardSortingProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'sort' }> };

/** Assigns each card to a group with radio buttons, so that it works with a mouse, touch and keyboard. */
export function CardSorting({ challenge, answers, onAnswer, isMissing, reasons, name }: CardSortingProps) {
  const { task, groups, cards } = challenge;
  const left = cards.filter(({ key }) => (answers[key]?.length ?? 0) === 0).length;
  return (
    <div className="stack-4">
      <div>
        <p className="strong">{task}</p>
        <p className="small text-3" role="status">
          {left === 0 ? 'All cards are sorted.' : `${left} of ${cards.length} cards left to sort`}
        </p>
      </div>
      {cards.map(({ key, text }) => (
        <div key={key} className="sort-card">
          <ChallengeQuestion
            questionKey={key}
            text={text}
            isMissing={isMissing(key)}
            reasons={currentReasons(reasons, key, answers[key])}
          >
            {groups.map((group) => (
              <AnswerOption
                key={group.key}
                type="radio"
                name={`${name}-${key}`}
                text={group.text}
                isSelected={answers[key]?.[0] === group.key}
                onSelect={() => onAnswer({ ...answers, [key]: [group.key] })}
              />
            ))}
          </ChallengeQuestion>
        </div>
      ))}
    </div>
  );
}
