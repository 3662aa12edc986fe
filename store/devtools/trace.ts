import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import type { ActionLog } from './actionLog.ts';
import { anonymise, anonymiseAction } from './anonymise.ts';
import type { LiftedStore } from './liftedStore.ts';
import { type RecordedEffect, type RecordingLimits, readRecording, type Step } from './recording.ts';

/** A recorded session as a file. Only an anonymous one may leave the machine. */
export interface Trace {
  format: 'trellis-trace-1';
  version: string;
  build: string;
  deployment: string;
  savedAt: string;
  isAnonymous: boolean;
  preloadedState: RootState | null;
  actions: UnknownAction[];
  /** The cause of each action, in the same order. Older traces have none. */
  steps?: (Step | null)[];
  effects?: RecordedEffect[];
  /** Present in the trace of an error report. */
  failure?: Failure;
  /** Long lists are cut, because the report would be too large. */
  isShortened?: boolean;
}
/** Where an error occurred. */
export interface Failure {
  /** The id of the step that was handled. */
  action: number;
  /** The id of the effect that failed or reported the error; null for an error outside of sagas. */
  effect: number | null;
  where: string;
  error: string;
}
export type Origin = Pick<Trace, 'version' | 'build' | 'deployment' | 'savedAt'>;

/** A trace that may be shared, filtered like an error report. */
export function anonymousTrace(
  log: Pick<ActionLog, 'recording' | 'effects'>,
  origin: Origin,
  limits?: RecordingLimits,
): Trace {
  const { before } = log.recording(limits?.actions);
  const { actions, steps, effects } = readRecording(log, limits);
  return {
    format: 'trellis-trace-1',
    ...origin,
    isAnonymous: true,
    preloadedState: before && (anonymise(before) as RootState),
    actions: actions.map(anonymiseAction),
    steps,
    effects,
  };
}

/** Everything that the instrument has recorded, unfiltered. */
export function wholeTrace(lifted: LiftedStore, log: ActionLog, origin: Origin): Trace {
  const { actionsById, stagedActionIds, committedState } = lifted.getState();
  const [, ...ids] = stagedActionIds; // the first one is the initial state
  const actions = ids.flatMap((id) => actionsById[id]?.action ?? []);
  const { steps, effects } = readRecording(log);
  const stepById = new Map(steps.map((step) => [step.id, step]));
  return {
    format: 'trellis-trace-1',
    ...origin,
    isAnonymous: false,
    preloadedState: committedState ?? null,
    actions,
    steps: actions.map((action) => stepById.get(log.idOf(action) ?? 0) ?? null),
    effects,
  };
}
