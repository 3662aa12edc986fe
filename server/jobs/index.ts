export { scheduleCleanUp } from './cleanUpJob.ts';
export type { FailedJob, JobKind, RunningJob } from './jobKind.ts';
export { createJobs, type Jobs } from './jobs.ts';
