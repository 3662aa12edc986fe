export const surveyModes = ['confidential', 'named', 'anonymous'] as const;
export type SurveyMode = (typeof surveyModes)[number];

export const surveyStates = ['draft', 'scheduled', 'open', 'closed', 'released', 'archived'] as const;
export type SurveyState = (typeof surveyStates)[number];
