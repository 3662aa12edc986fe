import { checkInsApi } from '#store/checkIns/checkInsApi.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { surveysApi } from '#store/surveys/surveysApi.ts';

/** The endpoints of queued calls. Loaded when there is one, because few sessions need them and their schemas are large. */
export const { recordStep } = programsApi.endpoints;
export const { changeCheckIn } = checkInsApi.endpoints;
export const { submitSurvey, markSurveyAnswered } = surveysApi.endpoints;
export const { markNeeds } = homeApi.endpoints;
