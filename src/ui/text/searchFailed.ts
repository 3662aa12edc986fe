/** Shown by a field whose search on the server failed. It is not known whether someone matches. */
export const SEARCH_FAILED = 'The search failed. Change the text to search again.';
