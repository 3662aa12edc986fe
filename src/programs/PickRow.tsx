import type { Topic } from '#contract/programs.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Field } from '#src/ui/Field.tsx';
import { Proposals } from './Proposals.tsx';
import type { Choice } from './topicChoice.ts';
import { sizeOf } from './topics.ts';

type Words = Choice[string];
export const wordFieldLabels: Record<keyof Words, string> = {
  why: 'Why this one',
  ifThenPlan: 'If-then plan',
};
const help: Record<keyof Words, string> = {
  why: 'What would be different for you or the people around you.',
  ifThenPlan: 'As in “If a meeting runs dry, then I ask one open question.”',
};
const MAX_LENGTH = 300;

interface PickRowProps {
  topic: Topic;
  /** What is written beside it; null while it is not ticked. */
  words: Words | null;
  /** As many are ticked as may be. */
  isFull: boolean;
  fieldId: (field: keyof Words) => string;
  errorOf: (field: keyof Words) => string | undefined;
  onToggle: () => void;
  onWords: (words: Words) => void;
}

/** One topic to choose. A completed one stays with the learner and says so. */
export function PickRow({ topic, words, isFull, fieldId, errorOf, onToggle, onWords }: PickRowProps) {
  const isChosen = words !== null;
  const isKept = topic.state === 'completed';
  const id = fieldId('why').replace(/-why$/, '');
  return (
    <li className="pick" data-chosen={isChosen || undefined}>
      <label className="pick-head">
        <input
          type="checkbox"
          checked={isChosen}
          aria-disabled={isKept || (isFull && !isChosen) || undefined}
          aria-describedby={`${id}-about`}
          onChange={() => {
            if (!isKept && (isChosen || !isFull)) onToggle();
          }}
        />
        <span className="strong">{topic.title}</span>
      </label>
      <div className="pick-body" id={`${id}-about`}>
        <p className="text-2">{topic.description || topic.behaviorName}</p>
        <p className="small text-3">
          {sizeOf(topic)}
          {isKept && '. You completed it, so it stays with you.'}
          {isFull && !isChosen && '. To choose it, untick another one first.'}
        </p>
        <Proposals proposals={topic.proposals} />
      </div>
      {isChosen && (
        <div className="pick-words">
          {(['why', 'ifThenPlan'] as const).map((field) => (
            <Field
              key={field}
              id={fieldId(field)}
              label={wordFieldLabels[field]}
              help={help[field]}
              error={fieldSentence(wordFieldLabels[field], errorOf(field))}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  rows={2}
                  maxLength={MAX_LENGTH}
                  value={words[field]}
                  onChange={(event) => onWords({ ...words, [field]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </li>
  );
}
