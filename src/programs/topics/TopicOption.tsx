import { topicTarget } from '#contract/linkTargets.ts';
import type { Topic } from '#contract/programs.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Field } from '#src/ui/controls/Field.tsx';
import { TopicProposals } from './TopicProposals.tsx';
import type { Selection } from './topicSelection.ts';
import { topicSize } from './topics.ts';

type SelectionTexts = Selection[string];
export const textFieldLabels: Record<keyof SelectionTexts, string> = {
  why: 'Reason',
  ifThenPlan: 'If-then plan',
};
const help: Record<keyof SelectionTexts, string> = {
  why: 'What would change for you or the people around you.',
  ifThenPlan: 'Example: “If a meeting goes quiet, then I ask one open question.”',
};
const MAX_LENGTH = 300;

interface TopicOptionProps {
  topic: Topic;
  /** Reason and plan; null while the topic is not selected. */
  texts: SelectionTexts | null;
  /** The maximum number of topics is selected. */
  isFull: boolean;
  fieldId: (field: keyof SelectionTexts) => string;
  errorOf: (field: keyof SelectionTexts) => string | undefined;
  onToggle: () => void;
  onTextsChange: (texts: SelectionTexts) => void;
}

/** A topic to select. Completed topics stay selected. */
export function TopicOption({
  topic,
  texts,
  isFull,
  fieldId,
  errorOf,
  onToggle,
  onTextsChange,
}: TopicOptionProps) {
  const isSelected = texts !== null;
  const isCompleted = topic.state === 'completed';
  const id = fieldId('why').replace(/-why$/, '');
  return (
    <li className="topic-option" id={topicTarget(topic.topicId)} data-selected={isSelected || undefined}>
      <label className="topic-option-head">
        <input
          type="checkbox"
          checked={isSelected}
          aria-disabled={isCompleted || (isFull && !isSelected) || undefined}
          aria-describedby={`${id}-about`}
          onChange={() => {
            if (!isCompleted && (isSelected || !isFull)) onToggle();
          }}
        />
        <span className="strong">{topic.title}</span>
      </label>
      <div className="topic-option-body" id={`${id}-about`}>
        <p className="text-2">{topic.description || topic.behaviorName}</p>
        <p className="small text-3">
          {topicSize(topic)}
          {isCompleted && '. Completed topics stay selected.'}
          {isFull && !isSelected && '. To select this topic, clear another one first.'}
        </p>
        <TopicProposals proposals={topic.proposals} />
      </div>
      {isSelected && (
        <div className="topic-option-texts">
          {(['why', 'ifThenPlan'] as const).map((field) => (
            <Field
              key={field}
              id={fieldId(field)}
              label={textFieldLabels[field]}
              help={help[field]}
              error={fieldSentence(textFieldLabels[field], errorOf(field))}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  rows={2}
                  maxLength={MAX_LENGTH}
                  value={texts[field]}
                  onChange={(event) => onTextsChange({ ...texts, [field]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </li>
  );
}
