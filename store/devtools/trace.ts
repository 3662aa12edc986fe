import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import type { ActionLog } from './actionLog.ts';
import { anonymise, anonymiseAction } from './anonymise.ts';
import type { LiftedStore } from './liftedStore.ts';
import { type RecordedEffect, readRecording, type Step } from './recording.ts';

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
}
export type Origin = Pick<Trace, 'version' | 'build' | 'deployment' | 'savedAt'>;

/** A trace that may be shared, filtered like an error report. */
export function anonymousTrace(log: Pick<ActionLog, 'recording' | 'effects'>, origin: Origin): Trace {
  const { before } = log.recording();
  const { actions, steps, effects } = readRecording(log);
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

/** Checks a file before it is replayed. Throws an error that says what is wrong. */
export function readTrace(text: string): Trace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This file is not a trace, because it is not JSON.');
  }
  const { format, actions } = (value ?? {}) as Partial<Trace>;
  if (format !== 'trellis-trace-1') throw new Error('This file is not a Trellis trace.');
  if (!Array.isArray(actions) || actions.some((action) => typeof action?.type !== 'string'))
    throw new Error('This trace contains an entry that is not an action.');
  return value as Trace;
}

/** Shows a trace instead of this page's session. */
export const playTrace = (lifted: LiftedStore, { actions, preloadedState }: Trace) =>
  lifted.dispatch({
    type: 'IMPORT_STATE',
    nextLiftedState: actions,
    ...(preloadedState && { preloadedState }),
  });
