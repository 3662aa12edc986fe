import type { ChallengeForLearners } from '#contract/challenges.ts';
import { Asked } from './Asked.tsx';
import { type AnswerProps, Option } from './Option.tsx';

type SortProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'sort' }> };

/** Each card is put into a group by choosing it: by pointer, by finger and by keyboard the same. */
export function Sort({ challenge, answers, onAnswer, isMissing, name }: SortProps) {
  const { task, groups, cards } = challenge;
  const open = cards.filter(({ key }) => (answers[key]?.length ?? 0) === 0).length;
  return (
    <div className="stack-4">
      <div>
        <p className="strong">{task}</p>
        <p className="small text-3" role="status">
          {open === 0 ? 'Every card has its place.' : `${open} of ${cards.length} cards to place`}
        </p>
      </div>
      {cards.map(({ key, text }) => (
        <div key={key} className="sort-card">
          <Asked text={text} isMissing={isMissing(key)}>
            {groups.map((group) => (
              <Option
                key={group.key}
                type="radio"
                name={`${name}-${key}`}
                text={group.text}
                isTaken={answers[key]?.[0] === group.key}
                onTake={() => onAnswer({ ...answers, [key]: [group.key] })}
              />
            ))}
          </Asked>
        </div>
      ))}
    </div>
  );
}
