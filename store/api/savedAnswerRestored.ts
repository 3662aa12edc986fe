import { createAction } from '@reduxjs/toolkit';

/**
 * The last response of a query is shown, because the server cannot be reached: the query as it is in RTK Query's state, with
 * the saved data and the time at which it was received.
 */
export const savedAnswerRestored = createAction<{ key: string; query: object }>('api/savedAnswerRestored');
