/**
 * Queries whose last response stays in this browser for use without a network (decision 0134): what learners, coaches and
 * managers read on their own screens. Administration, insights, survey answers, coaching notes and search are not kept.
 */
export const SAVED_QUERIES = new Set([
  'getHome',
  'listPrograms',
  'pagePrograms',
  'listOpenTopics',
  'getProgram',
  'getWhy',
  'getProfile',
  'listObjectives',
  'getObjective',
  'getCheckIns',
  'getCheckIn',
  'getNextCoaching',
  'getCoachees',
  'getLearnerCoaching',
  'getCoachingSession',
  'getPropensity',
  'listSurveys',
  'listTeam',
  'pageTeam',
  'listUsers',
]);
