import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { CHOOSE_VERSION, ConflictBar } from '#src/forms/ConflictBar.tsx';
import { DocumentStatus } from '#src/forms/DocumentStatus.tsx';
import { ProgramState } from '#src/programs/list/ProgramState.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AudienceStep } from './AudienceStep.tsx';
import { LaunchedProgram } from './LaunchedProgram.tsx';
import { PurposeStep } from './PurposeStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { RulesStep } from './RulesStep.tsx';
import { SessionsStep } from './SessionsStep.tsx';
import { StepProblems } from './StepProblems.tsx';
import { TimeCard } from './TimeCard.tsx';
import {
  changedFields,
  conflictingValues,
  type ProgramForm,
  useProgramDocument,
} from './useProgramDocument.ts';
import { WizardSteps } from './WizardSteps.tsx';
import { nextStep, previewPath, type WizardStep, wizardPath } from './wizardPaths.ts';
import { stepLabels } from './wizardTexts.ts';

interface WizardPageProps {
  loaded: ProgramSetup;
  step: WizardStep;
  onCreated: (programId: string) => void;
}

const NAME_FIRST = 'Enter a program name first.';

/** Why the next step of a program that does not exist on the server yet cannot be opened. */
function missingOf({ doc, state, message }: ProgramForm): string {
  if (doc.name.trim() === '') return NAME_FIRST;
  if (state === 'refused') return `The draft could not be saved. ${message ?? ''}`;
  if (state === 'kept') return 'The draft could not be sent yet. Check your connection, then choose “Retry”.';
  return 'The draft is being saved. Try again in a moment.';
}

/** One step of the wizard. The draft is saved while the user edits it. */
export function WizardPage({ loaded, step, onCreated }: WizardPageProps) {
  const navigate = useNavigate();
  const { shortDay } = useFormats();
  const userId = useAppSelector((state) => selectUser(state)?.userId);
  const form = useProgramDocument(loaded, onCreated);
  const { doc, saved } = form;
  const [opened, setOpened] = useState<readonly WizardStep[]>([step]);
  if (!opened.includes(step)) setOpened([...opened, step]);
  if (saved.status !== 'draft')
    return (
      <LaunchedProgram
        programId={saved.programId}
        unsaved={form.state === 'closed' ? changedFields(doc, saved) : null}
        onSettled={form.replace}
      />
    );
  const isNew = saved.programId === '';
  const isUntouched = isNew && form.state === 'saved';
  const missing = isNew ? missingOf(form) : null;
  const title = doc.name.trim() || 'New program';
  const next = nextStep(step);
  const saveAndGoTo = async (path: string) => {
    await form.saveNow();
    if (!isNew) void navigate(path);
  };
  return (
    <>
      <Breadcrumb to="/program" label="Programs" here={title} />
      <div className="page-top">
        <div className="grow">
          <h1 className="title-1">{title}</h1>
          <p className="row row-wrap wizard-status">
            <ProgramState status={saved.status} isInReview={saved.review.askedAt !== null} />
            <span className="text-2">
              {saved.isForLine
                ? `For the people who report to ${saved.owner && saved.owner.userId !== userId ? fullName(saved.owner) : 'you'}. Only its owner and administrators can see it.`
                : 'Only its owner and administrators can see it.'}
            </span>
            {!isUntouched && (
              <DocumentStatus
                state={form.state}
                savedAt={saved.changedAt}
                message={form.message}
                onRetry={() => void form.saveNow()}
              />
            )}
          </p>
        </div>
        <div className="row row-wrap">
          <Button
            variant="plain"
            missing={form.conflict ? CHOOSE_VERSION : isUntouched ? NAME_FIRST : null}
            onClick={() => void form.saveNow()}
          >
            Save draft
          </Button>
          {step === 'review' ? (
            <Button onClick={() => void saveAndGoTo(previewPath(saved.programId))}>
              <Eye className="icon icon-small" aria-hidden="true" />
              Preview as learner
            </Button>
          ) : (
            <Button missing={missing} onClick={() => void saveAndGoTo(wizardPath(saved.programId, 'review'))}>
              Review
            </Button>
          )}
        </div>
      </div>
      {form.conflict && (
        <ConflictBar
          by={form.conflict.theirs.changedBy}
          at={form.conflict.theirs.changedAt}
          values={conflictingValues(doc, form.conflict.doc, shortDay)}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      <div className="wizard">
        <WizardSteps doc={doc} saved={saved} step={step} opened={opened} />
        <div className="wizard-body">
          {step !== 'review' && <StepProblems step={step} saved={saved} />}
          {step === 'purpose' && <PurposeStep form={form} />}
          {step === 'rules' && <RulesStep form={form} />}
          {step === 'sessions' && <SessionsStep form={form} />}
          {step === 'audience' && <AudienceStep form={form} />}
          {step === 'review' && <ReviewStep form={form} />}
          {next && (
            <Button
              variant="primary"
              className="wizard-next"
              missing={missing}
              onClick={() => void saveAndGoTo(wizardPath(saved.programId, next))}
            >
              Next: {stepLabels[next]}
            </Button>
          )}
        </div>
        <div className="side wizard-side">
          <TimeCard doc={doc} programId={saved.programId} />
        </div>
      </div>
    </>
  );
}
