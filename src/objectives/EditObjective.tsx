import { type FormEvent, useId, useState } from 'react';
import type { Objective } from '#contract/objectives.ts';
import { FormTrouble } from '#src/forms/FormTrouble.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { theirsOf, useEditObjectiveMutation } from '#store/objectives/objectivesApi.ts';
import { ConflictMerge } from './ConflictMerge.tsx';
import { ObjectiveFieldset, type TopicOption } from './ObjectiveFieldset.tsx';
import { editOf, emptyFields, errorsInEdit, fieldsOf, type ObjectiveFields } from './objectiveForm.ts';
import { wrongFields } from './wrongFields.ts';

interface EditObjectiveProps {
  objective: Objective;
  topics: readonly TopicOption[];
  onClose: () => void;
}

/** Changes an objective on the basis of what was read; a change by somebody else in between is laid beside one's own. */
export function EditObjective({ objective, topics, onClose }: EditObjectiveProps) {
  const id = useId();
  const [base] = useState(objective);
  const [theirs, setTheirs] = useState<Objective | null>(null);
  const draft = useDraft(`objective/${base.objectiveId}`, fieldsOf(base), readTexts(emptyFields));
  const [editObjective, { isLoading }] = useEditObjectiveMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const { needsReason } = base.can;
  const idOf = (path: string) => `${id}-${path}`;

  const refuse = (found: Record<string, string>, words: string | null) => {
    setErrors(found);
    setMessage(words);
    focusFirst(wrongFields(found, idOf).map((wrong) => wrong.id));
  };
  const save = async (fields: ObjectiveFields, version: number) => {
    if (isLoading) return;
    const found = errorsInEdit(fields, version, needsReason);
    refuse(found, null);
    if (Object.keys(found).length > 0) return setTheirs(null);
    const { data, error } = await editObjective({
      objectiveId: base.objectiveId,
      edit: editOf(fields, version),
    });
    if (data) {
      draft.settle(fieldsOf(data));
      return onClose();
    }
    const conflicting = theirsOf(error);
    if (conflicting) return setTheirs(conflicting);
    const problem = problemOf(error);
    refuse(problem.fields, problem.message);
    setTheirs(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft.value, base.version);
  };
  const guard = <LeaveGuard isDirty={draft.isChanged && !isLoading} what="Your change" />;
  if (theirs)
    return (
      <>
        {guard}
        <ConflictMerge
          key={theirs.version}
          base={fieldsOf(base)}
          theirs={fieldsOf(theirs)}
          mine={draft.value}
          topicTitle={(topicId) =>
            [base, theirs].find((one) => one.topicId === topicId)?.topicTitle ??
            topics.find((topic) => topic.topicId === topicId)?.title ??
            'Another topic'
          }
          isSaving={isLoading}
          onSave={(fields) => {
            draft.set(fields);
            void save(fields, theirs.version);
          }}
          onTakeTheirs={() => {
            draft.settle(fieldsOf(base));
            onClose();
          }}
        />
      </>
    );
  return (
    <form className="stack-6" onSubmit={submit} noValidate aria-label={`Edit ${base.title}`}>
      {guard}
      {draft.isFromBefore && (
        <p className="text-2" role="status">
          You began to change this before. What you typed is here again.
        </p>
      )}
      <FormTrouble title="Not saved yet" message={message} wrong={wrongFields(errors, idOf)} />
      <ObjectiveFieldset
        fields={draft.value}
        errors={errors}
        topics={topics}
        isForReport={needsReason}
        idOf={idOf}
        onChange={(change) => draft.set({ ...draft.value, ...change })}
      />
      <div className="row row-wrap">
        <Button look="primary" type="submit" busy={isLoading}>
          Save changes
        </Button>
        <Button
          look="plain"
          onClick={() => {
            draft.settle(fieldsOf(base));
            onClose();
          }}
        >
          {draft.isChanged ? 'Discard changes' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
