import { type PackageReport as Found, isDoneWhenOpened, type Package } from '#contract/learning/packages.ts';
import { packageKindLabels, trackedLabels } from '#src/programs/package/packageTexts.ts';
import { fileSize } from '#src/ui/text/fileSize.ts';
import { formatList } from '#src/ui/text/formatList.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { UploadFacts } from './UploadFacts.tsx';

/** The findings of a package check, and the reports from learners' browsers. */
export function PackageReport({ one, report }: { one: Package; report: Found }) {
  const rows: [string, string][] = [
    ['Title', report.title],
    ['Type', packageKindLabels[report.kind]],
    [
      'Tracks',
      report.tracks.length === 0 ? 'Nothing' : formatList(report.tracks.map((value) => trackedLabels[value])),
    ],
    ['Size', `${fileSize(one.size)}, ${plural(report.files, '# file', '# files')}`],
    ['External hosts', report.hosts.length === 0 ? 'None' : `${formatList(report.hosts)}. All are blocked.`],
  ];
  return (
    <>
      <UploadFacts rows={rows} />
      {isDoneWhenOpened(report) && (
        <p className="upload-warning">
          The package reports no completion. The step is done when the learner opens it.
        </p>
      )}
      {one.blockedHosts.length > 0 && (
        <p className="upload-warning">
          {`Learners’ browsers have blocked: ${formatList(one.blockedHosts)}. Content that the package loads from there is missing.`}
        </p>
      )}
      {one.refusedLength !== null && (
        <p className="upload-warning">
          {`The package tried to store a position of ${formatNumber(Math.ceil(one.refusedLength / 1_000))} kB. The limit is 64 kB, so learners may not continue where they stopped.`}
        </p>
      )}
    </>
  );
}
