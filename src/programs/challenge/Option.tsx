interface OptionProps {
  type: 'radio' | 'checkbox';
  name: string;
  text: string;
  isTaken: boolean;
  onTake: () => void;
}

export function Option({ type, name, text, isTaken, onTake }: OptionProps) {
  return (
    <label className="option" data-taken={isTaken || undefined}>
      <input type={type} name={name} checked={isTaken} onChange={onTake} />
      <span>{text}</span>
    </label>
  );
}

/** What every kind of challenge is given. */
export interface AnswerProps {
  answers: Record<string, string[]>;
  onAnswer: (answers: Record<string, string[]>) => void;
  isMissing: (key: string) => boolean;
  /** Keeps the groups of two challenges on one page apart. */
  name: string;
}
