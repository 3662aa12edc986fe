import type { LiftedStore } from './liftedStore.ts';
import type { Trace } from './trace.ts';

/** Shows a trace instead of this page's session, and the trace of an error at the action that failed. */
export function playTrace(lifted: LiftedStore, { actions, preloadedState, failure, steps = [] }: Trace) {
  lifted.dispatch({
    type: 'IMPORT_STATE',
    nextLiftedState: actions,
    ...(preloadedState && { preloadedState }),
  });
  const failed = steps.findIndex((step) => step !== null && step.id === failure?.action);
  if (failed >= 0) lifted.dispatch({ type: 'JUMP_TO_STATE', index: failed + 1 }); // the first state has no action
}
