export { type Departure, findDepartures } from '#server/programs/learners/departures.ts';
export {
  AUTO_CONFIRM_DAYS,
  asOf,
  confirmerOf,
  findLastActivity,
  isDone,
  isRunning,
  nextStepOf,
  type Plan,
  type PlanTopic,
  percentOf,
  progressOf,
  topicStateOf,
} from '#server/programs/plans/plan.ts';
export { findPlans } from '#server/programs/plans/plansRepository.ts';
export { presentProgramSummary } from '#server/programs/plans/presentProgram.ts';
export {
  findProgressSummaries,
  findRecentCompletions,
  type ProgressSummary,
  type RecentCompletion,
} from '#server/programs/plans/progressSummaries.ts';
export { notificationReceivers, relationTo } from './programsPolicy.ts';
export { type ProgramsDeps, programsRoutes } from './programsRoutes.ts';
