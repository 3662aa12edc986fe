/** The change is based on an outdated version. */
export class SurveyConflict extends Error {
  constructor() {
    super('The survey was changed in the meantime. Check the current version and try again.');
  }
}
