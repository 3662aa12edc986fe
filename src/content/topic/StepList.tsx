import { ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftStep, MAX_STEPS } from '#contract/learning/authoring.ts';
import type { StepKind } from '#contract/learning/steps.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { SortableList } from '#src/forms/SortableList.tsx';
import { kindLabels, stepIcons } from '#src/programs/steps/steps.ts';
import { stepsSize } from '#src/programs/topics/topicSize.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { duplicateStep, newStep, removeStep, replaceStep, restoreStep } from './editSteps.ts';
import { StepFields } from './StepFields.tsx';
import { kindOptions, ruleSentence } from './topicTexts.ts';

export interface StepListProps {
  topicId: string;
  steps: DraftStep[];
  /** The step whose fields are shown. */
  openKey: string | null;
  onOpen: (stepKey: string | null) => void;
  errorOf: (path: string) => string | null;
  onChange: (steps: DraftStep[]) => void;
}

const titleOf = ({ title }: DraftStep) => title || 'Untitled step';

/** The steps of a topic in order. One of them is open. */
export function StepList({ topicId, steps, openKey, onOpen, errorOf, onChange }: StepListProps) {
  const [removed, setRemoved] = useState<{ step: DraftStep; before: DraftStep[] } | null>(null);
  const error = errorOf('steps');
  const change = (next: DraftStep[]) => {
    setRemoved(null);
    onChange(next);
  };
  const add = (kind: StepKind) => {
    const step = newStep(kind);
    flushSync(() => {
      change([...steps, step]);
      onOpen(step.stepKey);
    });
    document.getElementById(fieldId(`steps.${steps.length}.title`))?.focus();
  };
  const remove = (step: DraftStep) => {
    onChange(removeStep(steps, step));
    setRemoved({ step, before: steps });
    if (openKey === step.stepKey) onOpen(null);
  };
  return (
    <section aria-labelledby="steps-title">
      <div className="row row-between editor-steps-head">
        <h2 className="title-2" id="steps-title">
          Steps
        </h2>
        <p className="small text-2 figures">{stepsSize(steps)}</p>
      </div>
      <div id={fieldId('steps')} tabIndex={-1}>
        {steps.length === 0 && (
          <p className="text-2 editor-none">Add the first step. Most topics start with something to read.</p>
        )}
        {error && <p className="field-error">{error}</p>}
        {steps.length > 0 && (
          <SortableList
            className="editor-steps"
            items={steps}
            keyOf={({ stepKey }) => stepKey}
            nameOf={titleOf}
            onChange={change}
          >
            {(step, index, handle) => (
              <StepItem
                topicId={topicId}
                step={step}
                index={index}
                steps={steps}
                handle={handle}
                isOpen={openKey === step.stepKey}
                errorOf={errorOf}
                onToggle={() => onOpen(openKey === step.stepKey ? null : step.stepKey)}
                onChange={(next) => change(replaceStep(steps, next))}
                onDuplicate={() => change(duplicateStep(steps, index))}
                onRemove={() => remove(step)}
              />
            )}
          </SortableList>
        )}
      </div>
      {removed && (
        <p className="note editor-removed" role="status">
          <span className="grow">{`“${titleOf(removed.step)}” is removed.`}</span>
          <Button small onClick={() => change(restoreStep(steps, removed.step, removed.before))}>
            Undo
          </Button>
        </p>
      )}
      {/* A new key removes the menu immediately, so that it does not take the focus back. */}
      {steps.length < MAX_STEPS && <AddStep key={steps.length} onAdd={add} />}
    </section>
  );
}

interface StepItemProps {
  topicId: string;
  step: DraftStep;
  index: number;
  steps: DraftStep[];
  /** The button that moves the step. */
  handle: ReactNode;
  isOpen: boolean;
  errorOf: (path: string) => string | null;
  onToggle: () => void;
  onChange: (step: DraftStep) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

function StepItem(props: StepItemProps) {
  const { topicId, step, index, steps, handle, isOpen, errorOf } = props;
  const { onToggle, onChange, onDuplicate, onRemove } = props;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [hasMenu, setMenu] = useState(false);
  const Icon = stepIcons[step.kind];
  const title = titleOf(step);
  const parts = [
    kindLabels[step.kind],
    step.minutes !== null && `${step.minutes} min`,
    !step.required && 'optional',
  ].filter(Boolean);
  return (
    <>
      <div className="editor-step">
        {handle}
        <Icon className="icon" aria-hidden="true" />
        <div className="grow">
          <button
            type="button"
            className="step-title"
            id={isOpen ? undefined : fieldId(`steps.${index}`)}
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            {title}
          </button>
          <p className="small text-3">{`${parts.join(', ')}. ${ruleSentence(step)}`}</p>
        </div>
        <div className="row editor-step-actions">
          <IconButton
            ref={menuButton}
            label={`Actions for ${title}`}
            small
            aria-haspopup="menu"
            aria-expanded={hasMenu}
            onClick={() => setMenu(!hasMenu)}
          >
            <Ellipsis className="icon" />
          </IconButton>
          <ChevronDown className="icon icon-small step-arrow" aria-hidden="true" />
        </div>
        {hasMenu && (
          <Menu
            label={`Actions for ${title}`}
            className="user-menu"
            button={menuButton}
            onClose={() => setMenu(false)}
          >
            {steps.length < MAX_STEPS && <MenuItem onClick={onDuplicate}>Duplicate</MenuItem>}
            <MenuItem onClick={onRemove}>Remove</MenuItem>
          </Menu>
        )}
      </div>
      {isOpen && (
        <StepFields
          topicId={topicId}
          step={step}
          index={index}
          steps={steps}
          errorOf={errorOf}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** A menu with the kinds of steps. */
function AddStep({ onAdd }: { onAdd: (kind: StepKind) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className="editor-add"
        onClick={() => setOpen(!isOpen)}
      >
        <Plus className="icon icon-small" aria-hidden="true" />
        Add step
      </Button>
      {isOpen && (
        <Menu
          label="Kind of the new step"
          className="user-menu editor-kinds"
          align="start"
          button={button}
          onClose={() => setOpen(false)}
        >
          {kindOptions.map(({ kind, label, help }) => {
            const Icon = stepIcons[kind];
            return (
              <MenuItem key={kind} onClick={() => onAdd(kind)}>
                <Icon className="icon icon-small" aria-hidden="true" />
                <span>
                  {label}
                  <span className="small text-3 editor-kind-help">{help}</span>
                </span>
              </MenuItem>
            );
          })}
        </Menu>
      )}
    </>
  );
}
