import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Program } from '#contract/programs.ts';
import { FormTrouble } from '#src/forms/FormTrouble.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';
import { Privacy } from '#src/ui/Note.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useSaveGoalsMutation } from '#store/programs/enrolmentApi.ts';
import { NoTopics } from './Outline.tsx';
import { PickRow, wordFieldLabels } from './PickRow.tsx';
import './picker.css';
import { type Choice, choiceOf, errorsInGoals, goalsOf, rangeSentence, readChoice } from './topicChoice.ts';
import { listenersOfChoice } from './topics.ts';

/** Which topics one works on, with the learner's own why and plan for each. Saved whole; what was chosen before is history. */
export function TopicPicker({ program }: { program: Program }) {
  const { programId, topics, selection } = program;
  const id = useId();
  const navigate = useNavigate();
  const [saveGoals, { isLoading }] = useSaveGoalsMutation();
  const draft = useDraft<Choice>(`goals/${programId}`, choiceOf(topics), readChoice);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const goals = goalsOf(draft.value, program);
  const fieldId = (topicId: string, field: string) => `${id}-${topicId}-${field}`;
  const isFirstChoice = topics.every(({ state }) => state === 'not_selected');

  const errorIn = (found: Record<string, string>, topicId: string, field: string) =>
    found[`topics.${goals.topics.findIndex((goal) => goal.topicId === topicId)}.${field}`];
  const wrongIn = (found: Record<string, string>) =>
    goals.topics.flatMap(({ topicId }) =>
      (['why', 'ifThenPlan'] as const).flatMap((field) => {
        const error = errorIn(found, topicId, field);
        return error ? [{ id: fieldId(topicId, field), text: `${wordFieldLabels[field]} ${error}` }] : [];
      }),
    );
  const wrong = wrongIn(errors);
  const set = (next: Choice) => {
    setErrors({});
    draft.set(next);
  };
  const toggle = (topicId: string) => {
    const { [topicId]: taken, ...others } = draft.value;
    set(taken ? others : { ...draft.value, [topicId]: { why: '', ifThenPlan: '' } });
  };
  const save = async () => {
    if (isLoading) return;
    const found = errorsInGoals(goals, selection);
    setErrors(found);
    setMessage(found.topics ?? null);
    if (Object.keys(found).length > 0) return;
    const { data, error } = await saveGoals({ programId, goals });
    if (data) {
      draft.settle(choiceOf(data.topics));
      return void navigate(`/program/${programId}`);
    }
    const problem = problemOf(error);
    setErrors(problem.fields);
    focusFirst(wrongIn(problem.fields).map((one) => one.id));
    setMessage(
      problem.status === 409
        ? 'Your topics were changed elsewhere while you chose. What you ticked is still here: look it over and save once more.'
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
      <LeaveGuard isDirty={draft.isChanged && !isLoading} what="Your choice of topics" />
      <div>
        <h2 className="title-2" id={`${id}-title`}>
          {isFirstChoice ? 'What do you want to get better at?' : 'Change your topics'}
        </h2>
        <p className="text-2">{rangeSentence(selection)}</p>
      </div>
      {message || wrong.length > 0 ? (
        <FormTrouble title="Not saved yet" message={message} wrong={wrong} />
      ) : null}
      <ul className="picks" aria-label="Topics to choose from">
        {topics.map((topic) => (
          <PickRow
            key={topic.topicId}
            topic={topic}
            words={draft.value[topic.topicId] ?? null}
            isFull={count >= selection.max}
            fieldId={(field) => fieldId(topic.topicId, field)}
            errorOf={(field) => errorIn(errors, topic.topicId, field)}
            onToggle={() => toggle(topic.topicId)}
            onWords={(words) => set({ ...draft.value, [topic.topicId]: words })}
          />
        ))}
      </ul>
      <Privacy>Why you chose a topic and what you plan is yours alone. {listenersOfChoice(program)}</Privacy>
      <div className="unsaved picker-end">
        <p role="status">
          <b className="strong">{count === 0 ? 'No topic chosen.' : `${counted(count, 'topic')} chosen.`}</b>{' '}
          {draft.isChanged && <span className="text-2">Not saved yet; kept here until you do.</span>}
        </p>
        {!isFirstChoice && (
          <Button
            look="plain"
            onClick={() => {
              draft.settle(choiceOf(topics));
              void navigate(`/program/${programId}`);
            }}
          >
            {draft.isChanged ? 'Discard changes' : 'Back'}
          </Button>
        )}
        <Button look="primary" type="submit" busy={isLoading}>
          Save topics
        </Button>
      </div>
    </form>
  );
}
