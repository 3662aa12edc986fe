import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import type { ActionLog } from './actionLog.ts';
import { anonymise, anonymiseAction } from './anonymise.ts';
import type { LiftedStore } from './lifted.ts';

/** A session as a file. `isAnonymous`: it may be sent to somebody; else it is whole and stays on its machine. */
export interface Trace {
  format: 'trellis-trace-1';
  version: string;
  build: string;
  deployment: string;
  savedAt: string;
  isAnonymous: boolean;
  preloadedState: RootState | null;
  actions: UnknownAction[];
}
export type Origin = Pick<Trace, 'version' | 'build' | 'deployment' | 'savedAt'>;

/** What may be sent: by the filter through which error reports go. */
export function anonymousTrace(log: Pick<ActionLog, 'recording'>, origin: Origin): Trace {
  const { before, actions } = log.recording();
  return {
    format: 'trellis-trace-1',
    ...origin,
    isAnonymous: true,
    preloadedState: before && (anonymise(before) as RootState),
    actions: actions.map(({ action }) => anonymiseAction(action as UnknownAction)),
  };
}

/** All that the instrument holds, word by word. */
export function wholeTrace(lifted: LiftedStore, origin: Origin): Trace {
  const { actionsById, stagedActionIds, committedState } = lifted.getState();
  const [, ...ids] = stagedActionIds; // the first stands for the beginning
  return {
    format: 'trellis-trace-1',
    ...origin,
    isAnonymous: false,
    preloadedState: committedState ?? null,
    actions: ids.flatMap((id) => actionsById[id]?.action ?? []),
  };
}

/** Checks a file before it is played. Says in words what is wrong with it. */
export function readTrace(text: string): Trace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This file is not a trace: it is not JSON.');
  }
  const { format, actions } = (value ?? {}) as Partial<Trace>;
  if (format !== 'trellis-trace-1') throw new Error('This file is not a trace of Trellis.');
  if (!Array.isArray(actions) || actions.some((action) => typeof action?.type !== 'string'))
    throw new Error('This trace holds something that is no action.');
  return value as Trace;
}

/** Shows a trace instead of the session of this page. */
export const playTrace = (lifted: LiftedStore, { actions, preloadedState }: Trace) =>
  lifted.dispatch({
    type: 'IMPORT_STATE',
    nextLiftedState: actions,
    ...(preloadedState && { preloadedState }),
  });
