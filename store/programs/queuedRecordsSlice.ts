import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** A change to a step that the server has not received. */
export interface QueuedRecord {
  /** One per step: a newer change replaces an older one. */
  id: string;
  programId: string;
  stepKey: string;
  record: StepRecord;
}
export const queuedRecordId = (programId: string, stepKey: string) => `step/${programId}/${stepKey}`;

const initialState: Record<string, QueuedRecord> = {};

/** Changes to steps that are sent when the server can be reached (decision 0134). */
const queuedRecordsSlice = createSlice({
  name: 'queuedRecords',
  initialState,
  reducers: {
    queued(records, { payload }: PayloadAction<QueuedRecord>) {
      records[payload.id] = payload;
    },
    /** From before a reload, or from a closed tab. */
    restored(records, { payload }: PayloadAction<{ records: QueuedRecord[] }>) {
      for (const record of payload.records) records[record.id] ??= record;
    },
    /** The server has it or has refused it, or a newer change was sent. */
    settled(records, { payload }: PayloadAction<{ id: string }>) {
      delete records[payload.id];
    },
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
  selectors: {
    selectQueuedRecords: (records) => records,
  },
});

declare module '#store/rootReducer.ts' {
  export interface LazySlices extends WithSlice<typeof queuedRecordsSlice> {}
}
const injected = queuedRecordsSlice.injectInto(rootReducer);

export const {
  queued: recordQueued,
  restored: queuedRecordsRestored,
  settled: queuedRecordSettled,
} = queuedRecordsSlice.actions;
export const { selectQueuedRecords } = injected.selectors;
