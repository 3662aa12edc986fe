import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DraftStep,
  MAX_GOAL,
  MAX_MINUTES,
  TITLE_MAX_LENGTH,
  URL_MAX_LENGTH,
} from '#contract/learning/authoring.ts';
import type { Challenge } from '#contract/learning/challenges.ts';
import { type StepKind, stepKinds } from '#contract/learning/steps.ts';
import { ChallengeFields } from '#src/content/challenge/ChallengeFields.tsx';
import { RichTextField } from '#src/content/fields/RichTextField.tsx';
import { UploadField } from '#src/content/topic/upload/UploadField.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { withKind } from './editSteps.ts';
import { SurveyField } from './SurveyField.tsx';
import { kindOptions } from './topicTexts.ts';

interface StepFieldsProps {
  topicId: string;
  step: DraftStep;
  index: number;
  steps: readonly DraftStep[];
  errorOf: (path: string) => string | null;
  onChange: (step: DraftStep) => void;
}

const removedTexts: Record<Challenge['kind'], string> = {
  quiz: 'The quiz is removed.',
  scenario: 'The scenario is removed.',
  sort: 'The cards to sort are removed.',
  fill: 'The sentences to fill in are removed.',
};

/** The fields of the open step. */
export function StepFields(props: StepFieldsProps) {
  const { topicId, step, index, steps, errorOf } = props;
  /** The step as it was with other kinds. An arrow key is enough to change the kind. */
  const [before, setBefore] = useState<Partial<Record<StepKind, DraftStep>>>({});
  /** The challenge that was removed last, for Undo. */
  const [removed, setRemoved] = useState<Challenge | null>(null);
  const at = (field: string) => `steps.${index}.${field}`;
  const onChange = (next: DraftStep) => {
    if (step.challenge && !next.challenge) setRemoved(step.challenge);
    props.onChange(next);
  };
  const changeKind = (kind: StepKind) => {
    setBefore({ ...before, [step.kind]: step });
    onChange(withKind(step, kind, before[kind]));
  };
  const undo = () => {
    setBefore({ ...before, [step.kind]: step });
    flushSync(() => onChange({ ...withKind(step, 'challenge'), challenge: removed }));
    document.getElementById(fieldId(at('challenge')))?.focus();
  };
  const field = (name: string) => ({ id: fieldId(at(name)), error: errorOf(at(name)) });
  return (
    <div className="editor-fields stack-4">
      <TextField
        label="Step title"
        {...field('title')}
        maxLength={TITLE_MAX_LENGTH}
        value={step.title}
        onChange={(title) => onChange({ ...step, title })}
      />
      <div className="editor-row">
        <SelectField
          label="Kind"
          id={fieldId(at('kind'))}
          options={kindOptions.map(({ kind, label }) => ({ value: kind, label }))}
          value={step.kind}
          onChange={(value) => {
            const kind = stepKinds.find((one) => one === value);
            if (kind) changeKind(kind);
          }}
        />
        <NumberField
          label="Minutes"
          {...field('minutes')}
          max={MAX_MINUTES}
          value={step.minutes}
          onChange={(minutes) => onChange({ ...step, minutes })}
        />
        {step.kind === 'practice' && (
          <NumberField
            label="Times to practise"
            {...field('goal')}
            max={MAX_GOAL}
            value={step.goal}
            onChange={(goal) => onChange({ ...step, goal })}
          />
        )}
      </div>
      <RichTextField
        label="Text"
        at={at('body')}
        document={step.document ?? null}
        text={step.body}
        errorOf={errorOf}
        onChange={(document, body) => onChange({ ...step, document, body })}
      />
      {step.kind === 'link' && (
        <TextField
          label="Web address"
          {...field('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={URL_MAX_LENGTH}
          help="Learners open the page in a new tab. They mark the step as done themselves."
          value={step.url ?? ''}
          onChange={(url) => onChange({ ...step, url })}
        />
      )}
      {step.kind === 'survey' && (
        <SurveyField
          topicId={topicId}
          surveyId={step.surveyId ?? null}
          {...field('surveyId')}
          onChange={(surveyId) => onChange({ ...step, surveyId })}
        />
      )}
      {step.kind === 'package' && (
        <UploadField
          purpose="package"
          packageId={step.packageId ?? null}
          {...field('packageId')}
          onChange={(packageId) => onChange({ ...step, packageId })}
        />
      )}
      {(step.kind === 'file' || step.kind === 'video') && (
        <UploadField
          key={step.kind}
          purpose={step.kind}
          packageId={step.fileId ?? null}
          {...field('fileId')}
          onChange={(fileId) => onChange({ ...step, fileId })}
        />
      )}
      {step.kind === 'video' && (
        <UploadField
          purpose="captions"
          packageId={step.captionsId ?? null}
          {...field('captionsId')}
          onChange={(captionsId) => onChange({ ...step, captionsId })}
        />
      )}
      {step.kind === 'challenge' && (
        <ChallengeFields
          challenge={step.challenge}
          at={at('challenge')}
          errorOf={errorOf}
          onChange={(challenge) => onChange({ ...step, challenge })}
        />
      )}
      {removed && !step.challenge && (
        <p className="note editor-removed" role="status">
          <span className="grow">{removedTexts[removed.kind]}</span>
          <Button small onClick={undo}>
            Undo
          </Button>
        </p>
      )}
      <label className="row">
        <input
          type="checkbox"
          className="checkbox"
          checked={step.required}
          onChange={(event) => onChange({ ...step, required: event.currentTarget.checked })}
        />
        Required to complete the topic
      </label>
      <EarlierSteps
        step={step}
        earlier={steps.slice(0, index)}
        id={fieldId(at('after'))}
        error={errorOf(at('after'))}
        onChange={onChange}
      />
    </div>
  );
}

interface EarlierStepsProps {
  step: DraftStep;
  earlier: readonly DraftStep[];
  id: string;
  error: string | null;
  onChange: (step: DraftStep) => void;
}

/** The steps that must be done before this one. A step that is no longer earlier can be removed. */
function EarlierSteps({ step, earlier, id, error, onChange }: EarlierStepsProps) {
  const earlierKeys = earlier.map(({ stepKey }) => stepKey);
  const isBroken = step.after.some((key) => !earlierKeys.includes(key));
  if (earlier.length === 0 && !isBroken) return null;
  const toggle = (key: string, isOn: boolean) =>
    onChange({ ...step, after: isOn ? [...step.after, key] : step.after.filter((one) => one !== key) });
  return (
    <fieldset className="stack" id={id} tabIndex={-1}>
      <legend className="label">Must be done first</legend>
      {earlier.map(({ stepKey, title }, position) => (
        <label key={stepKey} className="row">
          <input
            type="checkbox"
            className="checkbox"
            checked={step.after.includes(stepKey)}
            onChange={(event) => toggle(stepKey, event.currentTarget.checked)}
          />
          {title || `Untitled step ${position + 1}`}
        </label>
      ))}
      {isBroken && (
        <div className="row row-wrap">
          <span className="small text-2">This step depends on a later step.</span>
          <Button
            small
            onClick={() =>
              onChange({ ...step, after: step.after.filter((key) => earlierKeys.includes(key)) })
            }
          >
            Remove this condition
          </Button>
        </div>
      )}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
