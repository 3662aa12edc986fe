/** Why an uploaded file is refused. The message is shown to its author. */
export class UploadProblem extends Error {
  override name = 'UploadProblem';
}
