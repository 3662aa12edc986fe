import type { ActionLog } from '#store/devtools/actionLog.ts';
import { actionName, causality } from '#store/devtools/causality.ts';
import type { LiftedStore } from '#store/devtools/liftedStore.ts';
import { readRecording } from '#store/devtools/recording.ts';
import type { Trace } from '#store/devtools/trace.ts';
import { Tree } from './Tree.tsx';
import { usePosition } from './useTravel.ts';

interface Props {
  lifted: LiftedStore;
  log: ActionLog;
  /** The trace that is shown instead of the session of this page. */
  shown: Trace | null;
}

/** What caused the action at the position of the DevTools, and what it caused. */
export function CausePanel({ lifted, log, shown }: Props) {
  const { at } = usePosition(lifted);
  // Read again at every position, because effects have ended since.
  const { has, causesOf, effectsOf, failureBranch } = causality(
    shown ? recordingIn(shown) : readRecording(log),
  );
  const { actionsById, stagedActionIds } = lifted.getState();
  const actionAt = (index: number) => actionsById[stagedActionIds[index] ?? 0]?.action;
  const idAt = (index: number) => (shown ? shown.steps?.[index - 1]?.id : log.idOf(actionAt(index))); // the first state has no action
  const id = idAt(at);
  const action = actionAt(at);
  const jump = (wanted: number) => {
    const index = stagedActionIds.findIndex((_id, position) => idAt(position) === wanted);
    if (index >= 0) lifted.dispatch({ type: 'JUMP_TO_STATE', index });
  };
  const branches =
    id === undefined || !has(id)
      ? []
      : [
          ...(shown?.failure?.action === id ? [failureBranch(shown.failure)] : []),
          { key: 'caused by', text: 'Caused by', branches: causesOf(id) },
          { key: 'has caused', text: 'Has caused', branches: effectsOf(id) },
        ];
  return (
    <section className="developer-causes" aria-labelledby="developer-causes-title">
      <h2 id="developer-causes-title">
        {action && id ? `#${id} ${actionName(action)}` : 'Cause and effect'}
      </h2>
      {branches.length > 0 ? (
        <Tree key={id} label="Cause and effect" branches={branches} onAction={jump} />
      ) : (
        <p>No cause was recorded for this action.</p>
      )}
    </section>
  );
}

function recordingIn({ actions, steps = [], effects = [] }: Trace) {
  const known = steps.flatMap((step, index) => {
    const action = actions[index];
    return step && action ? [{ step, action }] : [];
  });
  return { actions: known.map(({ action }) => action), steps: known.map(({ step }) => step), effects };
}
