export { isOfferedSql } from '#server/learning/programs/enrolment/catalogue.ts';
export { mayInviteSql } from '#server/learning/programs/enrolment/invitablePeople.ts';
export { findOpenTopics, type OpenTopicRow } from '#server/learning/programs/enrolment/openTopics.ts';
export { congratulationKey } from '#server/learning/programs/learners/congratulations.ts';
export {
  findDepartures,
  type RecentDeparture,
  recentDepartures,
} from '#server/learning/programs/learners/departures.ts';
export { findLearnerPlan, type LearnerRef } from '#server/learning/programs/learners/learnerPlan.ts';
export { findLastActivities, lastActivityAt } from '#server/learning/programs/plans/lastActivity.ts';
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
} from '#server/learning/programs/plans/plan.ts';
export { IS_LATEST_CYCLE, PLAN_TABLES, toPlan } from '#server/learning/programs/plans/planSql.ts';
export { findOwnPlan, findPlans, ownPlans } from '#server/learning/programs/plans/plansRepository.ts';
export { presentProgramSummary } from '#server/learning/programs/plans/presentProgram.ts';
export {
  type ConfirmationRequest,
  coacheeRequests,
  oneReportSummaries,
  type ProgressSummary,
  type RecentCompletion,
  recentCompletions,
  reportSummaries,
} from '#server/learning/programs/plans/progressSummaries.ts';
export { isWorkingOn } from '#server/learning/programs/plans/topicUpgrades.ts';
export { OPEN_REQUESTS } from '#server/learning/programs/setup/openRequests.ts';
export {
  completeSessionStep,
  hasCompletedStep,
} from '#server/learning/programs/steps/completeSessionStep.ts';
export { completeSurveySteps, isAskedByStep } from '#server/learning/programs/steps/surveySteps.ts';
export { learnerParams, withNumericUserId } from './params.ts';
export { notificationReceivers, relationTo } from './programsPolicy.ts';
export { type ProgramsDeps, programsRoutes } from './programsRoutes.ts';
