export { changeCheckIn } from './changeCheckIn.ts';
export { type CheckInsDeps, checkInsRoutes } from './checkInsRoutes.ts';
export { followUpsRoutes } from './followUpsRoutes.ts';
export {
  type Cadence,
  currentPeriod,
  dueAtOf,
  isLate,
  isOptional,
  periodOf,
  periodsUntil,
  timingOf,
} from './periods.ts';
export { changeReview, countReadableCheckIns, insertComment, saveQuestion } from './review.ts';
export { reviewRoutes } from './reviewRoutes.ts';
