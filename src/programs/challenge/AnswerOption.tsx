interface AnswerOptionProps {
  type: 'radio' | 'checkbox';
  name: string;
  text: string;
  isSelected: boolean;
  onSelect: () => void;
}

export function AnswerOption({ type, name, text, isSelected, onSelect }: AnswerOptionProps) {
  return (
    <label className="option" data-selected={isSelected || undefined}>
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
  /** Prefix of input names, unique on the page. */
  name: string;
}
