export { scheduleCleanUp } from './cleanUpJob.ts';
export type { JobKind, RunningJob } from './jobKind.ts';
export { createJobs, type Jobs } from './jobs.ts';
