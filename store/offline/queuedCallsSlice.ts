import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { NeedMarks } from '#contract/home.ts';
import type { CheckInChange } from '#contract/learning/checkIns.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { SurveyResponse } from '#contract/surveys/surveys.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** The endpoints whose calls are queued, and their arguments. Repeating one of these calls changes nothing. */
export interface QueuedArguments {
  recordStep: { programId: string; stepKey: string; record: StepRecord };
  changeCheckIn: { week: string; change: CheckInChange };
  submitSurvey: { surveyId: string; response: SurveyResponse };
  markSurveyAnswered: { surveyId: string };
  markNeeds: NeedMarks;
}
type EndpointName = keyof QueuedArguments;

/** A call that the server has not received, or that is sent later on purpose. A newer call with the same id replaces it. */
export type QueuedCall<Name extends EndpointName = EndpointName> = {
  [N in Name]: {
    id: string;
    endpoint: N;
    args: QueuedArguments[N];
    /** It is not sent before this time. */
    notBefore?: number | undefined;
    /** It is not sent before this message is delivered. */
    after?: { channel: string; id: string } | undefined;
  };
}[Name];

export const queuedStepId = (programId: string, stepKey: string) => `step/${programId}/${stepKey}`;
export const queuedSurveyId = (surveyId: string) => `survey/${surveyId}`;
export const queuedResponseId = (surveyId: string) => `response/${surveyId}`;
export const queuedCheckInId = (week: string) => `check-in/${week}`;

/** The id of a call, one for each thing that it changes; null if the call is not queued. */
export const queuedCallId: { [N in EndpointName]: (args: QueuedArguments[N]) => string | null } = {
  recordStep: ({ programId, stepKey }) => queuedStepId(programId, stepKey),
  // Of a check-in, only sending is queued: its draft stays in the form.
  changeCheckIn: ({ week, change }) => (change.action === 'send' ? queuedCheckInId(week) : null),
  submitSurvey: ({ surveyId }) => queuedResponseId(surveyId),
  markSurveyAnswered: ({ surveyId }) => queuedSurveyId(surveyId),
  // Queued only for a need whose message was submitted: `settleNeeds`.
  markNeeds: () => null,
};

const initialState: Record<string, QueuedCall> = {};

/** Calls that are sent when the server can be reached (decision 0134). */
const queuedCallsSlice = createSlice({
  name: 'queuedCalls',
  initialState,
  reducers: {
    queued(calls, { payload }: PayloadAction<QueuedCall>) {
      calls[payload.id] = payload;
    },
    /** From before a reload, or from a closed tab. */
    restored(calls, { payload }: PayloadAction<{ calls: QueuedCall[] }>) {
      for (const call of payload.calls) calls[call.id] ??= call;
    },
    /** The user wants to change it before it is sent. */
    withdrawn(calls, { payload }: PayloadAction<{ id: string }>) {
      delete calls[payload.id];
    },
    /** The server has it or has refused it, or a newer call was sent. */
    settled(calls, { payload }: PayloadAction<{ id: string }>) {
      delete calls[payload.id];
    },
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
  selectors: {
    selectQueuedCalls: (calls) => calls,
  },
});

declare module '#store/rootReducer.ts' {
  export interface LazySlices extends WithSlice<typeof queuedCallsSlice> {}
}
const injected = queuedCallsSlice.injectInto(rootReducer);

export const {
  queued: callQueued,
  restored: queuedCallsRestored,
  withdrawn: queuedCallWithdrawn,
  settled: queuedCallSettled,
} = queuedCallsSlice.actions;
export const { selectQueuedCalls } = injected.selectors;
