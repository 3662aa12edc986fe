import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Objectives } from '#contract/learning/objectives.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useCreateObjectiveMutation } from '#store/objectives/objectivesApi.ts';
import { ObjectiveFieldset } from './ObjectiveFieldset.tsx';
import {
  emptyFields,
  errorsAfter,
  errorsInNew,
  fieldErrorLinks,
  NEW_DRAFT_KEY,
  newOf,
} from './objectiveForm.ts';
import { objectivePath, objectivesPath } from './objectivePaths.ts';

/** Creates an objective. Unsaved input is kept as a draft. */
export function NewObjective({ ideas }: { ideas: Objectives['ideas'] }) {
  const id = useId();
  const navigate = useNavigate();
  const draft = useDraft(NEW_DRAFT_KEY, emptyFields, readTexts(emptyFields));
  const [createObjective, { isLoading, originalArgs }] = useCreateObjectiveMutation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isClearing, setClearing] = useState(false);
  const idOf = (path: string) => `${id}-${path}`;

  const refuse = (found: Record<string, string>, text: string | null) => {
    setErrors(found);
    setMessage(text);
    focusFirst(fieldErrorLinks(found, idOf).map((link) => link.id));
  };
  const create = async (state: 'draft' | 'active') => {
    if (isLoading) return;
    const found = errorsInNew(draft.value);
    refuse(found, null);
    if (Object.keys(found).length > 0) return;
    const { data, error } = await createObjective(newOf(draft.value, state));
    if (data) {
      draft.settle(emptyFields);
      return void navigate(objectivePath(data.objectiveId));
    }
    const problem = problemOf(error);
    refuse(problem.fields, problem.message);
  };
  const clear = async () => {
    draft.settle(emptyFields);
    setErrors({});
    setMessage(null);
    return {};
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create('active');
  };
  const isBusyWith = (state: string) => isLoading && originalArgs?.state === state;
  return (
    <>
      <Breadcrumb to={objectivesPath} label="Objectives" here="New objective" />
      <PageHeader
        title="New objective"
        lede="One thing you want to get better at, and how you will measure it."
      />
      <form className="stack-6" onSubmit={submit} noValidate>
        <LeaveGuard isDirty={draft.isChanged && !isLoading} message="Your objective is not saved yet." />
        <FormErrors
          title="The objective was not saved"
          message={message}
          fieldErrors={fieldErrorLinks(errors, idOf)}
        />
        <ObjectiveFieldset
          fields={draft.value}
          errors={errors}
          topics={ideas.map(({ topicId, topicTitle }) => ({ topicId, title: topicTitle }))}
          isForReport={false}
          idOf={idOf}
          onChange={(change) => {
            draft.set({ ...draft.value, ...change });
            setErrors((all) => errorsAfter(all, change));
            setMessage(null);
          }}
        />
        <div className="row row-wrap">
          <Button variant="primary" type="submit" busy={isBusyWith('active')}>
            Start objective
          </Button>
          <Button busy={isBusyWith('draft')} onClick={() => void create('draft')}>
            Save as draft
          </Button>
          {draft.isChanged && (
            <Button variant="plain" onClick={() => setClearing(true)}>
              Clear form
            </Button>
          )}
        </div>
      </form>
      {isClearing && (
        <ConfirmRemoval
          title="Clear the form?"
          verb="Clear form"
          call={{ isLoading: false }}
          onConfirm={clear}
          onClose={() => setClearing(false)}
        >
          What you entered for this objective is deleted.
        </ConfirmRemoval>
      )}
    </>
  );
}
