export { auditSurveys } from '#server/surveys/anonymous/auditSurveys.ts';
export { isCoachOf, isCoachOfSubject } from '#server/surveys/feedback/raters.ts';
export { moveSurvey } from '#server/surveys/life/moveSurvey.ts';
export { countPlannedSurveys } from '#server/surveys/life/plannedSurveys.ts';
export { type ChangeContext, changeSurvey, createSurvey } from './changeSurvey.ts';
export { confidentialResponsesOf, deleteConfidentialResponses } from './confidentialResponses.ts';
export { submitResponse } from './participation.ts';
export {
  findAnswerable,
  findSurveyNames,
  findUsableSurveys,
  listAnswerable,
  openProgramSurveys,
} from './programSurveys.ts';
export { createRespondentCodes, type RespondentCodes } from './respondents.ts';
export { responsesRoutes } from './responsesRoutes.ts';
export { surveysRoutes } from './surveysRoutes.ts';
