import { type Action, isFulfilled, isRejected } from '@reduxjs/toolkit';

/** A mutation that succeeded. */
export interface FulfilledMutation<Result = unknown> extends Action {
  payload: Result;
  meta: { requestId: string; arg: { type: string; endpointName: string; originalArgs: unknown } };
}

export const isFulfilledMutation = (action: Action): action is FulfilledMutation =>
  isFulfilled(action) && (action as FulfilledMutation).meta.arg?.type === 'mutation';

/** Matches the success of a mutation whose endpoint may not be loaded yet. */
export const mutationFulfilled =
  <Result>(endpointName: string) =>
  (action: Action): action is FulfilledMutation<Result> =>
    isFulfilledMutation(action) && action.meta.arg.endpointName === endpointName;

type RejectedMutation = Omit<FulfilledMutation, 'payload'>;
export const isRejectedMutation = (action: Action): action is RejectedMutation =>
  isRejected(action) && (action as unknown as RejectedMutation).meta.arg?.type === 'mutation';
