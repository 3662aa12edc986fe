import { useState } from 'react';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { stepIcons } from '#src/programs/steps/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { useWaiveStepMutation } from '#store/programs/learnersApi.ts';

type Topic = LearnerProgram['topics'][number];
type Step = Topic['steps'][number];

const stateLabels: Record<Step['state'], string> = {
  none: 'To do',
  started: 'Started',
  done: 'Done',
  waived: 'Waived',
};

/** Step titles and states. A step that does not fit the learner can be waived with a reason. */
export function LearnerSteps({
  learnerProgram: { learner, programId },
  topic,
}: {
  learnerProgram: LearnerProgram;
  topic: Topic;
}) {
  const [waiving, setWaiving] = useState<Step | null>(null);
  const [waiveStep] = useWaiveStepMutation();
  if (topic.steps.length === 0) return null;
  return (
    <Disclosure className="learner-steps" summary="Steps">
      <ul>
        {topic.steps.map((step) => {
          const Icon = stepIcons[step.kind];
          return (
            <li key={step.stepKey}>
              <Icon className="icon" aria-hidden="true" />
              <span className="grow">
                {step.title}
                {!step.required && <span className="text-3"> (optional)</span>}
              </span>
              <span className="small text-3">{stateLabels[step.state]}</span>
              {step.can.waive && (
                <Button
                  variant="plain"
                  small
                  onClick={() => setWaiving(step)}
                  aria-label={`Waive “${step.title}”`}
                >
                  Waive
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {waiving && (
        <ReasonDialog
          title={`Waive “${waiving.title}”?`}
          label="Reason"
          verb="Waive step"
          draftKey={`waive/${programId}/${learner.userId}/${waiving.stepKey}`}
          onClose={() => setWaiving(null)}
          onSend={async (reason) =>
            (
              await waiveStep({
                programId,
                userId: learner.userId,
                stepKey: waiving.stepKey,
                reason: { reason },
              })
            ).error
          }
        >
          <p>The step counts as done. {learner.firstName} sees your reason next to it.</p>
        </ReasonDialog>
      )}
    </Disclosure>
  );
}
