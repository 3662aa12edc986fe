import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import {
  ACTION_MAX_LENGTH,
  ACTIONS_MAX,
  OUTCOME_MAX_LENGTH,
  type SurveyAction,
} from '#contract/surveys/actions.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { pickFields } from '#src/forms/documentVersions.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { RestoredDraft } from '#src/forms/RestoredDraft.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
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

const valuesSchema = z.object({
  text: z.string(),
  ownerId: z.nullable(z.int()),
  dueOn: z.string(),
  outcome: z.string(),
  isDone: z.boolean(),
});
type Values = z.infer<typeof valuesSchema>;
/** The unsaved values, and the saved ones that they are based on. */
const draftSchema = z.object({ base: valuesSchema, values: valuesSchema });

const NEW: Values = { text: '', ownerId: null, dueOn: '', outcome: '', isDone: false };
const valuesOf = (action: SurveyAction | null): Values =>
  action
    ? {
        text: action.text,
        ownerId: action.owner.userId,
        dueOn: action.dueOn,
        outcome: action.outcome,
        isDone: action.doneOn !== null,
      }
    : NEW;
const fieldNames: Record<keyof Values, string> = {
  text: 'What will be done',
  ownerId: 'Owner',
  dueOn: 'Due',
  outcome: 'What changed',
  isDone: 'Done',
};
const changedNames = (values: Values, base: Values) =>
  (Object.keys(fieldNames) as (keyof Values)[]).filter((name) => values[name] !== base[name]);

/** Null if there is no such field. */
function bothSentence(base: Values, values: Values, saved: Values): string | null {
  const theirs = changedNames(saved, base);
  const both = changedNames(values, saved).filter((name) => theirs.includes(name));
  return both.length === 0
    ? null
    : `You and someone else both changed: ${both.map((name) => fieldNames[name]).join(', ')}. This form has your values.`;
}

/** The values are kept as a draft until they are saved or discarded. */
function ActionDialog({ surveyId, action, onClose }: ActionDialogProps) {
  const saved = valuesOf(action);
  const unchanged = { base: saved, values: saved };
  const draft = useDraft(
    `survey-action/${surveyId}/${action?.actionId ?? 'new'}`,
    unchanged,
    (kept) => draftSchema.safeParse(kept).data ?? null,
  );
  const { base, values: mine } = draft.value;
  /** What the user did not change has the saved value, which may be newer than the draft. */
  const values = { ...saved, ...pickFields(mine, changedNames(mine, base)) };
  const [changedByBoth] = useState(() => bothSentence(base, values, saved));
  const changed = changedNames(values, saved);
  const isChanged = changed.length > 0;
  const { text, ownerId, dueOn, outcome, isDone } = values;
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
  const change = (next: Partial<Values>) => {
    draft.set({ base: saved, values: { ...values, ...next } });
    forgetFailures(adding, changing);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === '' || ownerId === null || dueOn === '') {
      setIncomplete(true);
      return;
    }
    const { data } = action
      ? await save({
          surveyId,
          actionId: action.actionId,
          change: pickFields({ ...values, ownerId }, changed),
        })
      : await add({ surveyId, action: { text, ownerId, dueOn } });
    if (!data) return;
    draft.settle(unchanged);
    showResult('The action is saved. Everyone who was asked can see it.');
    onClose();
  };
  const removeAction = async (removed: SurveyAction) => {
    const answer = await remove({ surveyId, actionId: removed.actionId });
    if (answer.error) return answer;
    draft.settle(unchanged);
    showResult('The action is removed.');
    onClose();
    return answer;
  };
  return (
    <Dialog title={action ? 'Change action' : 'Add action'} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={(event) => void submit(event)}>
        {draft.isFromBefore && <RestoredDraft changed={changedByBoth} />}
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
          onChange={(next) => change({ ownerId: next })}
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
                checked={isDone}
                onChange={(event) => change({ isDone: event.currentTarget.checked })}
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
          <Button
            variant="plain"
            onClick={() => {
              draft.settle(unchanged);
              onClose();
            }}
          >
            {!isChanged ? 'Cancel' : action ? 'Discard changes' : 'Discard action'}
          </Button>
          <Button
            variant="primary"
            type="submit"
            missing={action && !isChanged ? 'You have not changed anything.' : null}
            busy={adding.isLoading || changing.isLoading}
          >
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
