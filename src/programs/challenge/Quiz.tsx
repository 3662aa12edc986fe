import type { ChallengeForLearners } from '#contract/learning/challenges.ts';
import { AnswerOption, type AnswerProps } from './AnswerOption.tsx';
import { ChallengeQuestion } from './ChallengeQuestion.tsx';
import { currentReasons } from './ChosenReasons.tsx';

type QuizProps = AnswerProps & { challenge: Extract<ChallengeForLearners, { kind: 'quiz' }> };

export function Quiz({ challenge, answers, onAnswer, isMissing, reasons, name }: QuizProps) {
  return challenge.questions.map(({ key, text, kind, options }) => {
    const selected = answers[key] ?? [];
    const select = (option: string) => {
      if (kind === 'single') return onAnswer({ ...answers, [key]: [option] });
      const next = selected.includes(option)
        ? selected.filter((other) => other !== option)
        : [...selected, option];
      onAnswer({ ...answers, [key]: next });
    };
    return (
      <ChallengeQuestion
        key={key}
        questionKey={key}
        text={text}
        hint={kind === 'single' ? 'Choose one' : 'Choose all that apply'}
        isMissing={isMissing(key)}
        reasons={currentReasons(reasons, key, selected).map((reason) => ({
          ...reason,
          answer: kind === 'multiple' ? options.find((one) => one.key === reason.key)?.text : undefined,
        }))}
      >
        {options.map((option) => (
          <AnswerOption
            key={option.key}
            type={kind === 'single' ? 'radio' : 'checkbox'}
            name={`${name}-${key}`}
            text={option.text}
            isSelected={selected.includes(option.key)}
            onSelect={() => select(option.key)}
          />
        ))}
      </ChallengeQuestion>
    );
  });
}
