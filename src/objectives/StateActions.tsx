import { useState } from 'react';
import type { Objective } from '#contract/learning/objectives.ts';
import { OBJECTIVE_STATE_TARGET } from '#contract/notifications/linkTargets.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useMoveObjectiveMutation } from '#store/objectives/objectivesApi.ts';
import { currentValue } from './objectiveLabels.ts';

interface StateAction {
  label: string;
  state: Objective['state'];
  isAtRisk?: boolean;
}
const actionsOf: Record<Objective['state'], readonly StateAction[]> = {
  draft: [
    { label: 'Start objective', state: 'active' },
    { label: 'Drop objective', state: 'dropped' },
  ],
  active: [
    { label: 'Mark as achieved', state: 'achieved' },
    { label: 'Mark as missed', state: 'missed' },
    { label: 'Drop objective', state: 'dropped' },
  ],
  achieved: [{ label: 'Reopen objective', state: 'active' }],
  missed: [{ label: 'Reopen objective', state: 'active' }],
  dropped: [{ label: 'Reopen objective', state: 'active' }],
};

/** Buttons that change the state of an objective. Every change can be undone. */
export function StateActions({ objective }: { objective: Objective }) {
  const [moveObjective, { isLoading, error, originalArgs }] = useMoveObjectiveMutation();
  const [asking, setAsking] = useState<StateAction | null>(null);
  const { objectiveId, title, state, isAtRisk, standing, version } = objective;
  const riskActions: StateAction[] =
    state === 'active'
      ? [{ label: isAtRisk ? 'Mark as on track' : 'Mark as at risk', state, isAtRisk: !isAtRisk }]
      : [];
  const move = async (action: StateAction) => {
    if (isLoading) return;
    await moveObjective({
      objectiveId,
      move: { state: action.state, isAtRisk: action.isAtRisk ?? false, version },
    });
  };
  const start = (action: StateAction) => {
    if (action.state === 'achieved' && standing !== null && standing.percent < 100) setAsking(action);
    else void move(action);
  };
  const isBusyWith = (action: StateAction) =>
    isLoading &&
    originalArgs?.move.state === action.state &&
    originalArgs.move.isAtRisk === (action.isAtRisk ?? false);
  return (
    <section className="stack-3" id={OBJECTIVE_STATE_TARGET} aria-label="State">
      {error && (
        <ErrorSummary>
          {problemOf(error).status === 409
            ? 'The objective was changed elsewhere. Check its current state and try again.'
            : `The state was not changed. ${problemOf(error).message}`}
        </ErrorSummary>
      )}
      <div className="row row-wrap">
        {[...actionsOf[state], ...riskActions].map((action) => (
          <Button key={action.label} small busy={isBusyWith(action)} onClick={() => start(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {asking && (
        <Dialog title={`Mark “${title}” as achieved?`} onClose={() => setAsking(null)}>
          <div className="stack-4">
            <p>{`The current value is ${currentValue(objective)}. You can add a note with a new value first.`}</p>
            <div className="row row-wrap dialog-end">
              <Button variant="plain" onClick={() => setAsking(null)}>
                Cancel
              </Button>
              <Button
                variant="primary"
                onClick={() => {
                  setAsking(null);
                  void move(asking);
                }}
              >
                Mark as achieved
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  );
}
