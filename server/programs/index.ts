export {
  asOf,
  confirmerOf,
  isDone,
  isRunning,
  lastActiveAt,
  nextStepOf,
  type Plan,
  type PlanTopic,
  percentOf,
  progressOf,
  topicStateOf,
} from './plan.ts';
export { findPlans } from './plansRepository.ts';
export { summaryOf } from './present.ts';
export { receiversFor, relationTo } from './programsPolicy.ts';
export { type ProgramsDeps, programsRoutes } from './programsRoutes.ts';
export {
  findRecentCompletions,
  findStandings,
  type RecentCompletion,
  type ReportStanding,
} from './standings.ts';
