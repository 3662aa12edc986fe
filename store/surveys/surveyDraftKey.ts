/** The draft with the answers that only this browser has. */
export const surveyDraftKey = (surveyId: string) => `survey:${surveyId}`;
