import type { Reasons } from '#contract/learning/challenges.ts';

interface AnswerOptionProps {
  type: 'radio' | 'checkbox';
  name: string;
  text: string;
  isSelected: boolean;
  onSelect: () => void;
}

export function AnswerOption({ type, name, text, isSelected, onSelect }: AnswerOptionProps) {
  return (
    <label className="answer-option" data-selected={isSelected || undefined}>
      <input type={type} name={name} checked={isSelected} onChange={onSelect} />
      <span>{text}</span>
    </label>
  );
}

/** Props shared by all kinds of challenges. */
export interface AnswerProps {
  answers: Record<string, string[]>;
  onAnswer: (answers: Record<string, string[]>) => void;
  isMissing: (key: string) => boolean;
  /** The reasons for the chosen answers, by the key of the item. */
  reasons: Reasons;
  /** Prefix of input names, unique on the page. */
  name: string;
}
