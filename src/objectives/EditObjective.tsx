import { type FormEvent, useId, useState } from 'react';
import type { Objective } from '#contract/learning/objectives.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { RestoredDraft } from '#src/forms/RestoredDraft.tsx';
import { readTexts } from '#src/forms/useDraft.ts';
import { useVersionedDraft } from '#src/forms/useVersionedDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { conflictingVersionOf, useEditObjectiveMutation } from '#store/objectives/objectivesApi.ts';
import { ConflictMerge } from './ConflictMerge.tsx';
import { ObjectiveFieldset, type TopicOption } from './ObjectiveFieldset.tsx';
import {
  editOf,
  emptyFields,
  errorsAfter,
  errorsInEdit,
  fieldErrorLinks,
  fieldsOf,
  type ObjectiveFields,
} from './objectiveForm.ts';

interface EditObjectiveProps {
  objective: Objective;
  topics: readonly TopicOption[];
  onClose: () => void;
}

/** Edits an objective. If someone else changed it in the meantime, both versions are shown side by side. */
export function EditObjective({ objective, topics, onClose }: EditObjectiveProps) {
  const id = useId();
  const [base] = useState(objective);
  const draft = useVersionedDraft<ObjectiveFields, Objective>(`objective/${base.objectiveId}`, {
    loaded: objective,
    docOf: fieldsOf,
    read: readTexts(emptyFields),
  });
  const { conflict: theirs } = draft;
  const [editObjective, { isLoading }] = useEditObjectiveMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const { needsReason } = base.can;
  const idOf = (path: string) => `${id}-${path}`;

  const refuse = (found: Record<string, string>, text: string | null) => {
    setErrors(found);
    setMessage(text);
    focusFirst(fieldErrorLinks(found, idOf).map((link) => link.id));
  };
  const save = async (fields: ObjectiveFields, version: number) => {
    if (isLoading) return;
    const found = errorsInEdit(fields, version, needsReason);
    refuse(found, null);
    if (Object.keys(found).length > 0) return draft.resolve(fields);
    const { data, error } = await editObjective({
      objectiveId: base.objectiveId,
      edit: editOf(fields, version),
    });
    if (data) {
      draft.settle(data);
      return onClose();
    }
    const conflicting = conflictingVersionOf(error);
    if (conflicting) return draft.meet(conflicting);
    const problem = problemOf(error);
    refuse(problem.fields, problem.message);
    draft.resolve(fields);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft.value, draft.version);
  };
  const guard = (
    <LeaveGuard isDirty={draft.isChanged && !isLoading} message="Your change is not saved yet." />
  );
  if (theirs)
    return (
      <>
        {guard}
        <ConflictMerge
          key={theirs.version}
          base={draft.base}
          theirs={fieldsOf(theirs)}
          mine={draft.value}
          topicTitle={(topicId) =>
            [base, theirs].find((version) => version.topicId === topicId)?.topicTitle ??
            topics.find((topic) => topic.topicId === topicId)?.title ??
            'Another topic'
          }
          isSaving={isLoading}
          onSave={(fields) => {
            draft.set(fields);
            void save(fields, theirs.version);
          }}
          onTakeTheirs={() => {
            draft.discard();
            onClose();
          }}
        />
      </>
    );
  return (
    <form className="stack-6" onSubmit={submit} noValidate aria-label={`Edit ${base.title}`}>
      {guard}
      {draft.isFromBefore && <RestoredDraft />}
      <FormErrors
        title="The objective was not saved"
        message={message}
        fieldErrors={fieldErrorLinks(errors, idOf)}
      />
      <ObjectiveFieldset
        fields={draft.value}
        errors={errors}
        topics={topics}
        isForReport={needsReason}
        idOf={idOf}
        onChange={(change) => {
          draft.set({ ...draft.value, ...change });
          setErrors((all) => errorsAfter(all, change));
          setMessage(null);
        }}
      />
      <div className="row row-wrap">
        <Button variant="primary" type="submit" busy={isLoading}>
          Save changes
        </Button>
        <Button
          variant="plain"
          onClick={() => {
            draft.discard();
            onClose();
          }}
        >
          {draft.isChanged ? 'Discard changes' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
