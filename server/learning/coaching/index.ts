export {
  type CalendarDeps,
  calendarRoutes,
  publicCalendarRoutes,
} from '#server/learning/coaching/calendar/calendarRoutes.ts';
export { releaseTime } from './bookings.ts';
export { cancelOpenSessions, openSessionsOf } from './cancelOpenSessions.ts';
export {
  cancelSession,
  confirmTime,
  planSession,
  proposeTimes,
  reportOutcome,
} from './changeSession.ts';
export { completeAfterWrapUp } from './closeSessions.ts';
export { type FullSession, findOwnSession, findSessionById, otherOf } from './coachingRepository.ts';
export { type CoachingDeps, coachingRoutes } from './coachingRoutes.ts';
export { findLearnerView } from './partners.ts';
