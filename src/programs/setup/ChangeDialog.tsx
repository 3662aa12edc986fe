import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Consequence } from '#contract/learning/programLife.ts';
import {
  joiningModes,
  NAME_MAX_LENGTH,
  type ProgramSetup,
  PURPOSE_MAX_LENGTH,
  programFieldsSchema,
} from '#contract/learning/programSetup.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { RestoredDraft } from '#src/forms/RestoredDraft.tsx';
import { useDraft } from '#src/forms/useDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useGetProgramOptionsQuery,
  useGetProgramSetupQuery,
  usePreviewConsequencesMutation,
  useSaveProgramMutation,
} from '#store/programs/setupApi.ts';
import { CoachFields } from './CoachFields.tsx';
import { DueFields } from './DueFields.tsx';
import { CoachingPlanFields } from './SessionsStep.tsx';
import { fieldId, joiningLabels, problemSentence } from './wizardTexts.ts';

/** The fields that can be changed after the launch. */
export const changeableFields = [
  'name',
  'purpose',
  'due',
  'topicIds',
  'managerVisible',
  'coachingPlan',
  'joining',
  'coachIds',
  'coachLimit',
] as const;
type Doc = Pick<ProgramSetup, (typeof changeableFields)[number]>;
const fieldNames: Record<keyof Doc, string> = {
  name: 'Program name',
  purpose: 'Purpose',
  due: 'Due date',
  topicIds: 'Topics',
  managerVisible: 'What managers see',
  coachingPlan: 'Coaching sessions',
  joining: 'Sign-up',
  coachIds: 'Coaches',
  coachLimit: 'Maximum number of learners per coach',
};
const docOf = (setup: Doc) => Object.fromEntries(changeableFields.map((name) => [name, setup[name]])) as Doc;

const changeOf = (doc: Doc, base: Doc): Partial<Doc> =>
  Object.fromEntries(
    changeableFields
      .filter((name) => JSON.stringify(doc[name]) !== JSON.stringify(base[name]))
      .map((name) => [name, doc[name]]),
  );

const docSchema = z.pick(programFieldsSchema, {
  name: true,
  purpose: true,
  due: true,
  topicIds: true,
  managerVisible: true,
  coachingPlan: true,
  joining: true,
  coachIds: true,
  coachLimit: true,
});
/** The stored changes, and the version that they are based on. */
const draftSchema = z.object({ base: docSchema, doc: docSchema });

/** The other person's list with the additions and without the removals of this user. */
function mergeLists<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const added = mine.filter((one) => !base.includes(one) && !theirs.includes(one));
  return [...theirs.filter((one) => mine.includes(one) || !base.includes(one)), ...added];
}

/** The changes from `base` to `mine`, based on the version of another person. */
const rebased = (base: Doc, mine: Doc, theirs: Doc): Doc => ({
  ...theirs,
  ...changeOf(mine, base),
  topicIds: mergeLists(base.topicIds, mine.topicIds, theirs.topicIds),
  coachIds: mergeLists(base.coachIds, mine.coachIds, theirs.coachIds),
});

/** The names of the fields that both changed, after `rebased`, which keeps this user's values of them. */
function changedByBoth(base: Doc, rebasedDoc: Doc, theirs: Doc): string[] {
  const theirChange = changeOf(theirs, base);
  return (Object.keys(changeOf(rebasedDoc, theirs)) as (keyof Doc)[])
    .filter((name) => theirChange[name] !== undefined)
    .map((name) => fieldNames[name]);
}
const bothSentence = (names: readonly string[]) =>
  `You and someone else both changed: ${names.join(', ')}. This form has your values, and their other changes.`;

interface ChangeDialogProps {
  setup: ProgramSetup;
  /** Changes with which the dialog opens. */
  start: Partial<Doc>;
  onChanged: (setup: ProgramSetup) => void;
  onClose: () => void;
}

/**
 * Changes a program that was launched. It first shows the effects on learners. Changes are kept as a draft until they are
 * applied or discarded.
 */
export function ChangeDialog({ setup, start, onChanged, onClose }: ChangeDialogProps) {
  /** The version that the form is compared with. It stays the same when the program is loaded again. */
  const [base, setBase] = useState(setup);
  const { programId, version, topicIds, managerVisible } = base;
  const unchanged = { base: docOf(base), doc: docOf(base) };
  const draft = useDraft(
    `program-change/${programId}`,
    unchanged,
    (kept) => draftSchema.safeParse(kept).data ?? null,
  );
  const [restored] = useState(() => {
    const { base: former, doc: mine } = draft.value;
    const next = rebased(former, mine, docOf(setup));
    return { doc: next, both: changedByBoth(former, next, docOf(setup)) };
  });
  const [doc, setDoc] = useState<Doc>({ ...restored.doc, ...start });
  const { refetch } = useGetProgramSetupQuery({ programId });
  const { data: options } = useGetProgramOptionsQuery({ programId });
  const [readEffects, reading] = usePreviewConsequencesMutation();
  const [save, saving] = useSaveProgramMutation();
  const [reviewed, setReviewed] = useState<{ change: string; effects: Consequence[] } | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null);
  const showResult = useResultToast();
  const review = useRef<HTMLDivElement>(null);
  const latest = useRef(doc);
  useEffect(() => {
    latest.current = doc;
  });
  const change = changeOf(doc, base);
  const isChanged = Object.keys(change).length > 0;
  // The user can edit while the effects load. Only the reviewed change can be applied.
  const effects = reviewed?.change === JSON.stringify(change) ? reviewed.effects : null;
  // They appear below the form, and the dialog may be scrolled.
  useEffect(() => {
    if (effects) review.current?.scrollIntoView({ block: 'end' });
  }, [effects]);
  const edit = (next: Partial<Doc>) => {
    setProblem(null);
    setReviewed(null);
    setDoc({ ...doc, ...next });
    draft.set({ base: docOf(base), doc: { ...doc, ...next } });
  };
  const errorOf = (field: keyof Doc) => {
    const text = problem?.fields[field];
    return text === undefined ? null : problemSentence(field, text);
  };
  const preview = async () => {
    setProblem(null);
    const { data, error } = await readEffects({ programId, change: { ...change, version } });
    if (data) setReviewed({ change: JSON.stringify(change), effects: data.data });
    else await refuse(error);
  };
  /** After a conflict, the other person's changes are taken over, except for the fields that this user changed. */
  const refuse = async (error: unknown) => {
    setReviewed(null);
    const refusal = problemOf(error);
    if (refusal.status !== 409) return setProblem(refusal);
    const { data: theirs } = await refetch();
    if (!theirs) return setProblem(refusal);
    const next = rebased(docOf(base), latest.current, docOf(theirs));
    const both = changedByBoth(docOf(base), next, docOf(theirs));
    setBase(theirs);
    setDoc(next);
    draft.set({ base: docOf(theirs), doc: next });
    setProblem({
      ...refusal,
      message:
        both.length === 0
          ? 'Someone else changed the program. This form now has their changes too. Review the changes again.'
          : `${bothSentence(both)} Review the changes again.`,
    });
  };
  const apply = async () => {
    setProblem(null);
    const { data, error } = await save({ programId, change: { ...change, version } });
    if (!data) return refuse(error);
    draft.settle(unchanged);
    showResult(`The changes to “${data.name}” are applied.`);
    onChanged(data);
  };
  const library = (options?.topics ?? []).filter(
    ({ topicId, state }) => state === 'published' && !topicIds.includes(topicId),
  );
  return (
    <Dialog title="Change program" onClose={onClose}>
      <div className="stack-4">
        {draft.isFromBefore && (
          <RestoredDraft changed={restored.both.length > 0 ? bothSentence(restored.both) : null} />
        )}
        <TextField
          id={fieldId('name')}
          label="Program name"
          error={errorOf('name')}
          maxLength={NAME_MAX_LENGTH}
          value={doc.name}
          onChange={(text) => edit({ name: text })}
        />
        <Field id={fieldId('purpose')} label="What will people do differently?" error={errorOf('purpose')}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={2}
              maxLength={PURPOSE_MAX_LENGTH}
              value={doc.purpose}
              onChange={(event) => edit({ purpose: event.currentTarget.value })}
            />
          )}
        </Field>
        <DueFields due={doc.due} onChange={(next) => edit({ due: next })} />
        {library.length > 0 && (
          <fieldset className="stack" id={fieldId('topicIds')} tabIndex={-1}>
            <legend className="label">Add topics</legend>
            <ul className="wizard-choices">
              {library.map(({ topicId, title }) => (
                <li key={topicId}>
                  <label className="row">
                    <input
                      type="checkbox"
                      className="checkbox"
                      checked={doc.topicIds.includes(topicId)}
                      onChange={(event) =>
                        edit({
                          topicIds: event.currentTarget.checked
                            ? [...doc.topicIds, topicId]
                            : doc.topicIds.filter((id) => id !== topicId),
                        })
                      }
                    />
                    {title}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <CoachingPlanFields plan={doc.coachingPlan} onChange={(plan) => edit({ coachingPlan: plan })} />
        <SelectField
          label="Sign-up"
          id={fieldId('joining')}
          options={joiningModes.map((value) => ({ value, label: joiningLabels[value] }))}
          value={doc.joining}
          onChange={(value) => {
            const joining = joiningModes.find((one) => one === value);
            if (joining) edit({ joining });
          }}
        />
        <CoachFields doc={doc} known={base.coaches} onChange={(coaches) => edit(coaches)} />
        {managerVisible && (
          <label className="row">
            <input
              id={fieldId('managerVisible')}
              type="checkbox"
              className="checkbox"
              checked={doc.managerVisible}
              onChange={(event) => edit({ managerVisible: event.currentTarget.checked })}
            />
            Managers see progress and completed topics
          </label>
        )}
        {problem && (
          <FormErrors
            title="The program was not changed"
            message={problem.message}
            fieldErrors={Object.entries(problem.fields).map(([field, text]) => ({
              id: fieldId(field),
              text: problemSentence(field, text),
            }))}
          />
        )}
        <div className="stack-4 change-review" ref={review}>
          {effects && (
            <Note>
              <p className="strong">What this changes</p>
              <ul className="stack">
                {effects.map((effect) => (
                  <li key={effect.kind}>{sentenceOf(effect)}</li>
                ))}
              </ul>
            </Note>
          )}
          <div className="row row-wrap dialog-end">
            <Button
              variant="plain"
              onClick={() => {
                draft.settle(unchanged);
                onClose();
              }}
            >
              {isChanged ? 'Discard changes' : 'Cancel'}
            </Button>
            {effects === null ? (
              <Button
                variant="primary"
                missing={isChanged ? null : 'You have not changed anything.'}
                busy={reading.isLoading}
                onClick={() => void preview()}
              >
                Review changes
              </Button>
            ) : (
              <Button variant="primary" busy={saving.isLoading} onClick={() => void apply()}>
                Apply changes
              </Button>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function sentenceOf({ kind, learners }: Consequence): string {
  switch (kind) {
    case 'texts':
      return plural(
        learners,
        '# learner sees the new name and purpose immediately.',
        '# learners see the new name and purpose immediately.',
      );
    case 'due':
      return plural(learners, '# learner gets the new due date.', '# learners get the new due date.');
    case 'due-removed':
      return plural(learners, '# learner no longer has a due date.', '# learners no longer have a due date.');
    case 'topics-added':
      return plural(
        learners,
        '# learner can select the added topics. What they selected stays.',
        '# learners can select the added topics. What they selected stays.',
      );
    case 'topics-removed':
      return plural(
        learners,
        '# learner can no longer select the removed topics.',
        '# learners can no longer select the removed topics.',
      );
    case 'hidden-from-managers':
      return plural(
        learners,
        'The manager of # learner no longer sees the progress. This cannot be switched on again.',
        'The managers of # learners no longer see the progress. This cannot be switched on again.',
      );
    case 'coaching-plan':
      return plural(
        learners,
        '# learner is reminded of sessions according to the new coaching plan.',
        '# learners are reminded of sessions according to the new coaching plan.',
      );
    case 'joining':
      return 'The new sign-up applies immediately. Waiting requests can still be answered.';
    case 'coaches':
      return learners === 0
        ? 'Later invitations are divided among the new coaches. Learners keep their coach.'
        : plural(
            learners,
            '# learner who has no coach gets one. Later invitations are divided among the new coaches. The other learners keep their coach.',
            '# learners who have no coach get one. Later invitations are divided among the new coaches. The other learners keep their coach.',
          );
  }
}
