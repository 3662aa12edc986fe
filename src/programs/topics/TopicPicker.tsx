import { type FormEvent, use, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Program } from '#contract/learning/programs.ts';
import { privateData } from '#contract/visibility.ts';
import { isEqual } from '#src/forms/documentVersions.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSaveGoalsMutation } from '#store/programs/enrolmentApi.ts';
import { NoTopics } from './TopicLists.tsx';
import { TopicOption, textFieldLabels } from './TopicOption.tsx';
import './topicPicker.css';
import {
  errorsInGoals,
  goalsOf,
  inOrderOf,
  proposedFirst,
  rangeSentence,
  readSelectionDraft,
  type Selection,
  type SelectionDraft,
  unchangedSelection,
} from './topicSelection.ts';
import { selectionNotice } from './topics.ts';

/** Selects topics, each with the learner's reason and plan. The whole selection is saved in one call. */
export function TopicPicker({ program }: { program: Program }) {
  const { programId, topics, selection } = program;
  const id = useId();
  const navigate = useNavigate();
  const [saveGoals, { isLoading }] = useSaveGoalsMutation();
  const preview = use(PreviewContext);
  const unchanged = unchangedSelection(program);
  const { saved } = unchanged;
  const draft = useDraft<SelectionDraft>(
    preview ? null : `goals/${programId}`,
    unchanged,
    readSelectionDraft(unchanged),
  );
  const basis = draft.value;
  const [isOutdated, setOutdated] = useState(false);
  // The user has read that the topics were changed elsewhere, and the newest version is loaded.
  if (isOutdated && program.version !== basis.version) {
    draft.show({ ...unchanged, selection: basis.selection });
    setOutdated(false);
  }
  // Without changes here, the form shows what is saved elsewhere.
  const isUntouched = isEqual(basis.selection, basis.saved);
  const value = isUntouched ? saved : basis.selection;
  const isChanged = !isEqual(value, saved);
  // Other changes of the program have a new version too.
  const version = isUntouched || isEqual(saved, basis.saved) ? program.version : basis.version;
  /** The texts of topics that were cleared here, in case they are selected again. */
  const [cleared, setCleared] = useState<Selection>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const goals = goalsOf(value, { topics, version });
  const fieldId = (topicId: string, field: string) => `${id}-${topicId}-${field}`;
  const isFirstSelection = topics.every(({ state }) => state === 'not_selected');

  const errorIn = (found: Record<string, string>, topicId: string, field: string) =>
    found[`topics.${goals.topics.findIndex((goal) => goal.topicId === topicId)}.${field}`];
  const errorLinks = (found: Record<string, string>) =>
    goals.topics.flatMap(({ topicId }) =>
      (['why', 'ifThenPlan'] as const).flatMap((field) => {
        const error = errorIn(found, topicId, field);
        return error ? [{ id: fieldId(topicId, field), text: `${textFieldLabels[field]} ${error}` }] : [];
      }),
    );
  const wrong = errorLinks(errors);
  const set = (next: Selection) => {
    // The message is about the selection that was sent.
    setErrors({});
    setMessage(null);
    if (isEqual(next, saved)) draft.settle(unchanged);
    else draft.set({ ...(isUntouched ? unchanged : basis), selection: next });
  };
  const toggle = (topicId: string) => {
    const { [topicId]: selected, ...others } = value;
    if (selected) {
      setCleared({ ...cleared, [topicId]: selected });
      return set(others);
    }
    const texts = cleared[topicId] ?? saved[topicId] ?? { why: '', ifThenPlan: '' };
    set(inOrderOf(topics, { ...value, [topicId]: texts }));
  };
  const save = async () => {
    if (isLoading) return;
    const found = errorsInGoals(goals, selection);
    setErrors(found);
    setMessage(found.topics ?? null);
    if (Object.keys(found).length > 0) return;
    if (preview) return preview.selectTopics(goals.topics);
    const { data, error } = await saveGoals({ programId, goals });
    if (data) {
      draft.settle(unchangedSelection(data));
      return void navigate(`/program/${programId}`);
    }
    const problem = problemOf(error);
    setOutdated(problem.status === 409);
    setErrors(problem.fields);
    focusFirst(errorLinks(problem.fields).map((link) => link.id));
    setMessage(
      problem.status === 409
        ? 'Your topics were changed elsewhere. Your selection here is kept: check it and save again.'
        : problem.message,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  if (topics.length === 0) return <NoTopics />;
  const count = goals.topics.length;
  return (
    <form className="picker stack-4" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <LeaveGuard
        isDirty={isChanged && !isLoading && !preview}
        message="Your topic selection is not saved yet."
      />
      <div>
        <h2 className="title-2" id={`${id}-title`}>
          {isFirstSelection ? 'What do you want to get better at?' : 'Change your topics'}
        </h2>
        <p className="text-2">{rangeSentence(selection)}</p>
      </div>
      {message || wrong.length > 0 ? (
        <FormErrors title="The topics were not saved" message={message} fieldErrors={wrong} />
      ) : null}
      <ul className="topic-options" aria-label="Available topics">
        {proposedFirst(topics).map((topic) => (
          <TopicOption
            key={topic.topicId}
            programId={programId}
            topic={topic}
            texts={value[topic.topicId] ?? null}
            isFull={count >= selection.max}
            fieldId={(field) => fieldId(topic.topicId, field)}
            errorOf={(field) => errorIn(errors, topic.topicId, field)}
            onToggle={() => toggle(topic.topicId)}
            onTextsChange={(texts) => set({ ...value, [topic.topicId]: texts })}
          />
        ))}
      </ul>
      <PrivacyNote>
        {privateData.topicPlans.own} {selectionNotice(program)}
      </PrivacyNote>
      <div className="unsaved picker-end">
        <p role="status">
          <b className="strong">
            {count === 0 ? 'No topics selected.' : `${plural(count, '# topic', '# topics')} selected.`}
          </b>{' '}
          {isChanged && !preview && (
            <span className="text-2">Not saved yet. Your selection is kept in this browser.</span>
          )}
        </p>
        {!isFirstSelection && (
          <Button
            variant="plain"
            onClick={() => {
              draft.settle(unchanged);
              void navigate(`/program/${programId}`);
            }}
          >
            {isChanged ? 'Discard changes' : 'Back'}
          </Button>
        )}
        <Button variant="primary" type="submit" busy={isLoading}>
          Save topics
        </Button>
      </div>
    </form>
  );
}
