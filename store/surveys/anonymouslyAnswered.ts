import { createAction } from '@reduxjs/toolkit';

/** An anonymous survey was answered in this browser, and the server does not know yet that the user took part. */
export const anonymouslyAnswered = createAction<{ surveyId: string }>('surveys/anonymouslyAnswered');
