/** What the first page loads when it is idle. */
export { watchVersion } from './watchVersion.ts';
export { wipeSavedAnswers } from './wipeSavedAnswers.ts';
