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
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
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
function ActionDialog({ surveyId, action, onClose }: ActionDialogProps) {
  const [text, setText] = useState(action?.text ?? '');
  const [ownerId, setOwnerId] = useState<number | null>(action?.owner.userId ?? null);
  const [dueOn, setDueOn] = useState(action?.dueOn ?? '');
  const [outcome, setOutcome] = useState(action?.outcome ?? '');
  const [isDone, setDone] = useState(action?.doneOn != null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [add, adding] = useAddSurveyActionMutation();
  const [change, changing] = useChangeSurveyActionMutation();
  const [remove, removing] = useRemoveSurveyActionMutation();
  const showResult = useResultToast();
  const isBusy = adding.isLoading || changing.isLoading || removing.isLoading;
  const error = adding.error ?? changing.error ?? removing.error;
  const problem = error ? problemOf(error) : null;
  /** The refusal of the last call no longer applies to changed values. A call that is under way goes on. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      forgetFailures(adding, changing, removing);
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
      ? await change({ surveyId, actionId: action.actionId, change: { ...values, outcome, isDone } })
      : await add({ surveyId, action: values });
    if (!data) return;
    showResult('The action is saved. Everyone who was asked can see it.');
    onClose();
  };
  const removeAction = async (removed: SurveyAction) => {
    const { data } = await remove({ surveyId, actionId: removed.actionId });
    if (!data) return;
    showResult('The action is removed.');
    onClose();
  };
  return (
    <Dialog title={action ? 'Change action' : 'Add action'} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={(event) => void submit(event)}>
        <FormErrors
          title={removing.error ? 'Not removed' : 'Not saved'}
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
          onChange={changed(setText)}
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
          onChange={changed(setOwnerId)}
        />
        <TextField
          label="Due"
          type="date"
          value={dueOn}
          error={isIncomplete && dueOn === '' ? 'Choose a day.' : fieldSentence('Due', problem?.fields.dueOn)}
          onChange={changed(setDueOn)}
        />
        {action && (
          <>
            <label className="row">
              <input
                type="checkbox"
                checked={isDone}
                onChange={(event) => setDone(event.currentTarget.checked)}
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
                  onChange={(event) => setOutcome(event.currentTarget.value)}
                />
              )}
            </Field>
          </>
        )}
        <div className="row row-wrap dialog-end">
          {action && (
            <Button variant="plain" busy={removing.isLoading} onClick={() => void removeAction(action)}>
              Remove action
            </Button>
          )}
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={adding.isLoading || changing.isLoading}>
            Save action
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
