import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';

/** The state of the Redux DevTools instrument: all actions, all states, and which state is shown. */
export interface LiftedState {
  actionsById: Record<number, { action: UnknownAction; timestamp: number }>;
  stagedActionIds: number[];
  skippedActionIds: number[];
  computedStates: { state: RootState; error?: string }[];
  committedState: RootState | undefined;
  currentStateIndex: number;
  isLocked: boolean;
}
export interface LiftedAction {
  type: string;
  index?: number;
  actionId?: number;
  id?: number;
  status?: boolean;
  nextLiftedState?: unknown;
  preloadedState?: unknown;
}
export interface LiftedStore {
  dispatch: (action: LiftedAction) => unknown;
  getState: () => LiftedState;
  subscribe: (listener: () => void) => () => void;
}

/** Null unless the extension, the panel or a test has added the instrument to the store. */
export const liftedStoreOf = (store: object): LiftedStore | null =>
  (store as { liftedStore?: LiftedStore }).liftedStore ?? null;
