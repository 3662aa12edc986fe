import type { ChallengeForLearners } from '#contract/challenges.ts';
import { Asked } from './Asked.tsx';
import { type AnswerProps, Option } from './Option.tsx';

type QuizProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'quiz' }> };

export function Quiz({ challenge, answers, onAnswer, isMissing, name }: QuizProps) {
  return challenge.questions.map(({ key, text, kind, options }) => {
    const taken = answers[key] ?? [];
    const take = (option: string) => {
      if (kind === 'single') return onAnswer({ ...answers, [key]: [option] });
      const next = taken.includes(option) ? taken.filter((one) => one !== option) : [...taken, option];
      onAnswer({ ...answers, [key]: next });
    };
    return (
      <Asked
        key={key}
        text={text}
        how={kind === 'single' ? 'Choose one' : 'Choose all that fit'}
        isMissing={isMissing(key)}
      >
        {options.map((option) => (
          <Option
            key={option.key}
            type={kind === 'single' ? 'radio' : 'checkbox'}
            name={`${name}-${key}`}
            text={option.text}
            isTaken={taken.includes(option.key)}
            onTake={() => take(option.key)}
          />
        ))}
      </Asked>
    );
  });
}
