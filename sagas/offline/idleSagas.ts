/** What the first page loads when it is idle. */
export { watchVersion } from './watchVersion.ts';
export { wipeSavedResponses } from './wipeSavedResponses.ts';
