export { auditSurveys } from '#server/surveys/anonymous/auditSurveys.ts';
export { type ChangeContext, changeSurvey, createSurvey, moveSurvey } from './changeSurvey.ts';
export { confidentialResponsesOf, deleteConfidentialResponses } from './confidentialResponses.ts';
export { submitResponse } from './participation.ts';
export { findSurveyNames, findUsableSurveys, openProgramSurveys } from './programSurveys.ts';
export { createRespondentCodes } from './respondents.ts';
export { responsesRoutes } from './responsesRoutes.ts';
export { surveysRoutes } from './surveysRoutes.ts';
