/** The change is based on an outdated version. */
export class SurveyConflict extends Error {
  constructor() {
    super('The survey was changed in the meantime. Compare both versions and save again.');
  }
}
