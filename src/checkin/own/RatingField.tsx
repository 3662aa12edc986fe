interface RatingFieldProps {
  name: string;
  label: string;
  /** The labels of 1 to 5. */
  words: readonly string[];
  value: number | null;
  onChange: (value: number) => void;
}

/** A choice of 5 answers in a row. */
export function RatingField({ name, label, words, value, onChange }: RatingFieldProps) {
  return (
    <div className="five" role="radiogroup" aria-label={label}>
      {words.map((word, index) => (
        <label key={word}>
          <input
            type="radio"
            name={name}
            checked={value === index + 1}
            aria-label={`${index + 1} ${word}`}
            onChange={() => onChange(index + 1)}
          />
          <b>{index + 1}</b>
          <span className="small">{word}</span>
        </label>
      ))}
    </div>
  );
}
