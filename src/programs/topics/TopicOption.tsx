import type { Topic } from '#contract/learning/programs.ts';
import { topicTarget } from '#contract/notifications/linkTargets.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { stepIcons, stepSummary } from '#src/programs/steps/steps.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { ProposalAnswer } from './ProposalAnswer.tsx';
import { TopicProposals } from './TopicProposals.tsx';
import type { Selection } from './topicSelection.ts';
import { stepsSize } from './topicSize.ts';

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
  programId: string;
  topic: Topic;
  /** Reason and plan; null while the topic is not selected. */
  texts: SelectionTexts | null;
  /** True if the maximum number of topics is selected. */
  isFull: boolean;
  fieldId: (field: keyof SelectionTexts) => string;
  errorOf: (field: keyof SelectionTexts) => string | undefined;
  onToggle: () => void;
  onTextsChange: (texts: SelectionTexts) => void;
}

/** A topic option in the picker. Completed topics stay selected. */
export function TopicOption({
  programId,
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
        {isCompleted && <p className="small text-3">Completed topics stay selected.</p>}
        {isFull && !isSelected && (
          <p className="small text-3">To select this topic, clear another one first.</p>
        )}
        <TopicProposals proposals={topic.proposals} />
      </div>
      <div className="topic-option-answer">
        <ProposalAnswer programId={programId} topic={topic} />
      </div>
      {topic.steps.length > 0 && <TopicSteps topic={topic} />}
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

/** The steps of the topic, shown before the learner selects it. */
const TopicSteps = ({ topic }: { topic: Topic }) => (
  <Disclosure className="topic-option-steps small" summary={stepsSize(topic.steps)}>
    <ul aria-label={`Steps of ${topic.title}`}>
      {topic.steps.map((step) => {
        const Icon = stepIcons[step.kind];
        return (
          <li key={step.stepKey}>
            <Icon className="icon icon-small" aria-hidden="true" />
            <span>
              {step.title} <span className="text-3">{stepSummary(step)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  </Disclosure>
);
