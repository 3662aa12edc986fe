import { checkInsApi } from '#store/checkIns/checkInsApi.ts';
import { homeApi } from '#store/home/homeApi.ts';
import type { QueuedArguments } from '#store/offline/queuedCallsSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { surveysApi } from '#store/surveys/surveysApi.ts';

/** The endpoints of queued calls. Loaded when there is one, because few sessions need them and their schemas are large. */
export const { recordStep } = programsApi.endpoints;
export const { changeCheckIn } = checkInsApi.endpoints;
export const { submitSurvey, markSurveyAnswered } = surveysApi.endpoints;
export const { markNeeds } = homeApi.endpoints;

/** Shown when the server refuses a queued call. Null: the user need not know. */
export const refusedTexts: Record<keyof QueuedArguments, string | null> = {
  recordStep: 'A step that you changed offline could not be saved.',
  changeCheckIn: 'The check-in that you sent offline was not accepted. Your answers are still on its page.',
  submitSurvey:
    'The answers that you submitted to a survey offline were not accepted. They are still on its page.',
  markSurveyAnswered: null,
  markNeeds: null,
};
