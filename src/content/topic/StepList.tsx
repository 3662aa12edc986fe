import { ArrowDown, ArrowUp, ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftStep, MAX_STEPS } from '#contract/learning/authoring.ts';
import type { StepKind } from '#contract/learning/steps.ts';
import { kindLabels, stepIcons } from '#src/programs/steps/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { duplicateStep, moveItem, newStep, removeStep, replaceStep } from './editSteps.ts';
import { StepFields } from './StepFields.tsx';
import { fieldId, kindOptions, ruleOf } from './topicTexts.ts';

export interface StepListProps {
  steps: DraftStep[];
  /** The step whose fields are shown. */
  openKey: string | null;
  onOpen: (stepKey: string | null) => void;
  errorOf: (path: string) => string | null;
  onChange: (steps: DraftStep[]) => void;
}

const titleOf = ({ title }: DraftStep) => title || 'Untitled step';

/** The steps of a topic in order. One of them is open. */
export function StepList({ steps, openKey, onOpen, errorOf, onChange }: StepListProps) {
  const [removed, setRemoved] = useState<{ step: DraftStep; before: DraftStep[] } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const minutes = steps.reduce((sum, step) => sum + (step.minutes ?? 0), 0);
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
  const move = (index: number, to: number, button: HTMLElement) => {
    const step = steps[index];
    if (!step || to < 0 || to >= steps.length) return;
    flushSync(() => change(moveItem(steps, index, to)));
    // A moved element loses the focus.
    button.focus();
    setAnnouncement(`${titleOf(step)} moved to position ${to + 1} of ${steps.length}.`);
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
        <p className="small text-2 figures">
          {`${plural(steps.length, '# step', '# steps')}, ${minutes} min, ${steps.filter(({ required }) => required).length} required`}
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div id={fieldId('steps')} tabIndex={-1}>
        {steps.length === 0 && (
          <p className="text-2 editor-none">Add the first step. Most topics start with something to read.</p>
        )}
        {error && <p className="field-error">{error}</p>}
        {steps.length > 0 && (
          <ol className="editor-steps">
            {steps.map((step, index) => (
              <StepItem
                key={step.stepKey}
                step={step}
                index={index}
                steps={steps}
                isOpen={openKey === step.stepKey}
                errorOf={errorOf}
                onToggle={() => onOpen(openKey === step.stepKey ? null : step.stepKey)}
                onChange={(next) => change(replaceStep(steps, next))}
                onMove={(to, button) => move(index, to, button)}
                onDuplicate={() => change(duplicateStep(steps, index))}
                onRemove={() => remove(step)}
              />
            ))}
          </ol>
        )}
      </div>
      {removed && (
        <p className="note editor-removed" role="status">
          <span className="grow">{`“${titleOf(removed.step)}” is removed.`}</span>
          <Button small onClick={() => change(removed.before)}>
            Undo
          </Button>
        </p>
      )}
      {/* A new key removes the menu at once, so that it does not take the focus back. */}
      {steps.length < MAX_STEPS && <AddStep key={steps.length} onAdd={add} />}
    </section>
  );
}

interface StepItemProps {
  step: DraftStep;
  index: number;
  steps: DraftStep[];
  isOpen: boolean;
  errorOf: (path: string) => string | null;
  onToggle: () => void;
  onChange: (step: DraftStep) => void;
  onMove: (to: number, button: HTMLElement) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

function StepItem(props: StepItemProps) {
  const { step, index, steps, isOpen, errorOf, onToggle, onChange, onMove, onDuplicate, onRemove } = props;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [hasMenu, setMenu] = useState(false);
  const Icon = stepIcons[step.kind];
  const title = titleOf(step);
  const parts = [
    kindLabels[step.kind],
    step.minutes !== null && `${step.minutes} min`,
    !step.required && 'optional',
  ].filter(Boolean);
  const moveLabel = (direction: string) =>
    `Move ${title} ${direction}, position ${index + 1} of ${steps.length}`;
  return (
    <li>
      <div className="editor-step">
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
          <p className="small text-3">{`${parts.join(', ')}. ${ruleOf(step)}`}</p>
        </div>
        <div className="row editor-step-actions">
          <IconButton
            label={moveLabel('up')}
            small
            aria-disabled={index === 0}
            onClick={(event) => onMove(index - 1, event.currentTarget)}
          >
            <ArrowUp className="icon" />
          </IconButton>
          <IconButton
            label={moveLabel('down')}
            small
            aria-disabled={index === steps.length - 1}
            onClick={(event) => onMove(index + 1, event.currentTarget)}
          >
            <ArrowDown className="icon" />
          </IconButton>
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
            <MenuItem onClick={onDuplicate}>Duplicate</MenuItem>
            <MenuItem onClick={onRemove}>Remove</MenuItem>
          </Menu>
        )}
      </div>
      {isOpen && <StepFields step={step} index={index} steps={steps} errorOf={errorOf} onChange={onChange} />}
    </li>
  );
}

/** A survey step needs a survey that completes it, and the editor cannot choose one. */
const addedKinds = kindOptions.filter(({ kind }) => kind !== 'survey');

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
          {addedKinds.map(({ kind, label, help }) => {
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
