/** Why an archive is refused. The message is shown to its author. */
export class ArchiveProblem extends Error {
  override name = 'ArchiveProblem';
}
