import { createAction } from '@reduxjs/toolkit';

/**
 * The last response to a query is shown, because the server cannot be reached. Contains the query as in RTK Query's
 * state, the saved data, and the time at which the data was received.
 */
export const savedResponseRestored = createAction<{ key: string; query: object }>(
  'api/savedResponseRestored',
);
