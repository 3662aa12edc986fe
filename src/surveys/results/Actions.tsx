import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  ACTION_MAX_LENGTH,
  ACTIONS_MAX,
  OUTCOME_MAX_LENGTH,
  type SurveyAction,
} from '#contract/surveys/actions.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { readTexts, useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useAddSurveyActionMutation,
  useChangeSurveyActionMutation,
  useRemoveSurveyActionMutation,
} from '#store/surveys/surveysApi.ts';
import { ActionText } from './WhatChanges.tsx';

interface ActionsProps {
  surveyId: string;
  actions: readonly SurveyAction[];
}

/** The actions that follow from the results, with owner and day. Everyone who was asked can see them. */
export function Actions({ surveyId, actions }: ActionsProps) {
  const [edited, setEdited] = useState<SurveyAction | 'new' | null>(null);
  return (
    <section className="survey-section" aria-labelledby="actions">
      <div className="row row-between">
        <h2 className="title-2" id="actions">
          What changes because of this survey
        </h2>
        {actions.length < ACTIONS_MAX && (
          <Button onClick={() => setEdited('new')}>
            <Plus className="icon icon-small" aria-hidden="true" />
            Add action
          </Button>
        )}
      </div>
      {actions.length === 0 ? (
        <p className="text-2 survey-none">
          No actions yet. Choose one thing to change, and tell the people who were asked.
        </p>
      ) : (
        <ul className="survey-actions">
          {actions.map((action) => (
            <li key={action.actionId} className="row">
              <ActionText action={action} />
              <Button
                variant="plain"
                small
                aria-label={`Change the action: ${action.text}`}
                onClick={() => setEdited(action)}
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="small text-2 survey-none">Everyone who was asked sees these actions in the survey.</p>
      {edited !== null && (
        <ActionDialog
          surveyId={surveyId}
          action={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

interface ActionDialogProps {
  surveyId: string;
  /** Null: a new action. */
  action: SurveyAction | null;
  onClose: () => void;
}

const NEW = { text: '', ownerId: '', dueOn: '', outcome: '', done: '' };
const valuesOf = (action: SurveyAction | null): typeof NEW =>
  action
    ? {
        text: action.text,
        ownerId: String(action.owner.userId),
        dueOn: action.dueOn,
        outcome: action.outcome,
        done: action.doneOn === null ? '' : 'yes',
      }
    : NEW;

/** The values are kept as a draft until they are saved. */
function ActionDialog({ surveyId, action, onClose }: ActionDialogProps) {
  const saved = valuesOf(action);
  const draft = useDraft(`survey-action/${surveyId}/${action?.actionId ?? 'new'}`, saved, readTexts(saved));
  const { text, dueOn, outcome, done } = draft.value;
  const ownerId = draft.value.ownerId === '' ? null : Number(draft.value.ownerId);
  const [isIncomplete, setIncomplete] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [add, adding] = useAddSurveyActionMutation();
  const [save, changing] = useChangeSurveyActionMutation();
  const [remove, removing] = useRemoveSurveyActionMutation();
  const showResult = useResultToast();
  const isBusy = adding.isLoading || changing.isLoading || removing.isLoading;
  const error = adding.error ?? changing.error;
  const problem = error ? problemOf(error) : null;
  /** The refusal of the last call no longer applies to changed values. A call that is under way goes on. */
  const change = (values: Partial<typeof NEW>) => {
    draft.set({ ...draft.value, ...values });
    forgetFailures(adding, changing);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '' || ownerId === null || dueOn === '') {
      setIncomplete(true);
      return;
    }
    const values = { text, ownerId, dueOn };
    const { data } = action
      ? await save({
          surveyId,
          actionId: action.actionId,
          change: { ...values, outcome, isDone: done !== '' },
        })
      : await add({ surveyId, action: values });
    if (!data) return;
    draft.settle(saved);
    showResult('The action is saved. Everyone who was asked can see it.');
    onClose();
  };
  const removeAction = async (removed: SurveyAction) => {
    const answer = await remove({ surveyId, actionId: removed.actionId });
    if (answer.error) return answer;
    draft.settle(saved);
    showResult('The action is removed.');
    onClose();
    return answer;
  };
  return (
    <Dialog title={action ? 'Change action' : 'Add action'} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={(event) => void submit(event)}>
        {action && draft.isFromBefore && (
          <p className="text-2" role="status">
            Your unsaved changes were restored.
          </p>
        )}
        <FormErrors
          title="Not saved"
          message={problem && Object.keys(problem.fields).length === 0 ? problem.message : null}
        />
        <TextField
          label="What will be done"
          value={text}
          maxLength={ACTION_MAX_LENGTH}
          error={
            isIncomplete && text.trim() === ''
              ? 'Write what will be done.'
              : fieldSentence('What will be done', problem?.fields.text)
          }
          onChange={(next) => change({ text: next })}
          required
        />
        <PersonField
          label="Owner"
          value={ownerId}
          error={
            isIncomplete && ownerId === null
              ? 'Choose a person.'
              : fieldSentence('Owner', problem?.fields.ownerId)
          }
          onChange={(next) => change({ ownerId: next === null ? '' : String(next) })}
        />
        <TextField
          label="Due"
          type="date"
          value={dueOn}
          error={isIncomplete && dueOn === '' ? 'Choose a day.' : fieldSentence('Due', problem?.fields.dueOn)}
          onChange={(next) => change({ dueOn: next })}
        />
        {action && (
          <>
            <label className="row">
              <input
                type="checkbox"
                checked={done !== ''}
                onChange={(event) => change({ done: event.currentTarget.checked ? 'yes' : '' })}
              />
              Done
            </label>
            <Field label="What changed" help="Shown to everyone who was asked.">
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  maxLength={OUTCOME_MAX_LENGTH}
                  value={outcome}
                  onChange={(event) => change({ outcome: event.currentTarget.value })}
                />
              )}
            </Field>
          </>
        )}
        <div className="row row-wrap dialog-end">
          {action && (
            <Button
              variant="plain"
              onClick={() => {
                forgetFailures(removing);
                setRemoving(true);
              }}
            >
              Remove action
            </Button>
          )}
          {action && draft.isChanged ? (
            <Button
              variant="plain"
              onClick={() => {
                draft.settle(saved);
                onClose();
              }}
            >
              Discard changes
            </Button>
          ) : (
            <Button variant="plain" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button variant="primary" type="submit" busy={adding.isLoading || changing.isLoading}>
            Save action
          </Button>
        </div>
      </form>
      {action && isRemoving && (
        <ConfirmRemoval
          title="Remove this action?"
          verb="Remove action"
          call={removing}
          onConfirm={() => removeAction(action)}
          onClose={() => setRemoving(false)}
        >
          {`The people who were asked no longer see “${action.text}”.`}
        </ConfirmRemoval>
      )}
    </Dialog>
  );
}
