export { type Departure, findDepartures, recentDepartures } from '#server/programs/learners/departures.ts';
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
export { toPlan } from '#server/programs/plans/planSql.ts';
export { findPlans, ownPlans } from '#server/programs/plans/plansRepository.ts';
export { presentProgramSummary } from '#server/programs/plans/presentProgram.ts';
export {
  type EnrolmentActivity,
  type ProgressSummary,
  type RecentCompletion,
  recentCompletions,
  reportSummaries,
  supportedActivity,
} from '#server/programs/plans/progressSummaries.ts';
export { notificationReceivers, relationTo } from './programsPolicy.ts';
export { type ProgramsDeps, programsRoutes } from './programsRoutes.ts';
