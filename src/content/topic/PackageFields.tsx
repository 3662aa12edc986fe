import { useRef } from 'react';
import { isDoneWhenOpened, type Package, type PackageReport } from '#contract/learning/packages.ts';
import { packageKindLabels, trackedLabels } from '#src/programs/package/packageTexts.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useAbandonUploadMutation, useGetPackageQuery } from '#store/programs/packagesApi.ts';
import { usePackageUpload } from './usePackageUpload.ts';
import './packageFields.css';

/** How often the result of the check is requested. */
const POLL_MS = 1_000;

interface PackageFieldsProps {
  packageId: string | null;
  id: string;
  error: string | null;
  onChange: (packageId: string | null) => void;
}

/** The package of a step: upload, check, and the report of what it contains. */
export function PackageFields({ packageId, id, error, onChange }: PackageFieldsProps) {
  const uploading = usePackageUpload(onChange);
  return (
    <section className="stack-3" id={id} tabIndex={-1} aria-label="Package">
      <p className="label">Package</p>
      {packageId === null ? (
        <>
          <p className="small text-2">
            SCORM 1.2 or SCORM 2004 with 1 part, as a ZIP file of up to 500 MB. Export it from your authoring
            tool.
          </p>
          <FileButton label="Upload package" busy={uploading.isSending} onChoose={uploading.upload} />
        </>
      ) : (
        <StoredPackage packageId={packageId} uploading={uploading} onChange={onChange} />
      )}
      {uploading.failure && (
        <ErrorSummary>
          <p className="strong">The package was not uploaded</p>
          <p>{uploading.failure}</p>
        </ErrorSummary>
      )}
      {error && <p className="field-error">{error}</p>}
    </section>
  );
}

type Uploading = ReturnType<typeof usePackageUpload>;
interface StoredPackageProps {
  packageId: string;
  uploading: Uploading;
  onChange: (packageId: string | null) => void;
}

function StoredPackage({ packageId, uploading, onChange }: StoredPackageProps) {
  const query = useGetPackageQuery({ packageId }, { refetchOnMountOrArgChange: true });
  const one = query.data;
  if (!one)
    return query.isError ? (
      <>
        <CardError failure="The package did not load." query={query} />
        <FileButton label="Upload package" busy={uploading.isSending} onChoose={uploading.upload} />
      </>
    ) : (
      <p className="small text-2">Loading the package…</p>
    );
  switch (one.state) {
    case 'uploading':
      return <RunningUpload one={one} uploading={uploading} onRemoved={() => onChange(null)} />;
    case 'checking':
      return <Checking one={one} />;
    case 'refused':
      return (
        <>
          <ErrorSummary>
            <p className="strong">{`“${one.fileName}” was refused`}</p>
            <p>{one.problem}</p>
            <p>Nothing of it was stored.</p>
          </ErrorSummary>
          <FileButton label="Upload package" busy={uploading.isSending} onChoose={uploading.upload} />
        </>
      );
    case 'ready':
      return (
        <>
          {one.report && <Report one={one} report={one.report} />}
          <FileButton label="Replace package" busy={uploading.isSending} onChoose={uploading.upload} />
        </>
      );
  }
}

function Checking({ one: { packageId, fileName } }: { one: Package }) {
  useGetPackageQuery({ packageId }, { pollingInterval: POLL_MS });
  return (
    <p className="text-2" role="status">
      {`Checking “${fileName}”. This takes a moment for large packages.`}
    </p>
  );
}

interface RunningUploadProps {
  one: Package;
  uploading: Uploading;
  onRemoved: () => void;
}

function RunningUpload({ one, uploading, onRemoved }: RunningUploadProps) {
  const [abandon, { isLoading }] = useAbandonUploadMutation();
  const { isSending, isWaiting } = uploading;
  const percent = Math.floor((100 * one.received) / one.size);
  const amount = `${megabytes(one.received)} of ${megabytes(one.size)} MB`;
  const remove = async () => {
    uploading.pause();
    await abandon({ packageId: one.packageId });
    onRemoved();
  };
  return (
    <>
      <p className="strong package-name">{one.fileName}</p>
      <progress className="package-progress" max={100} value={percent} aria-label={`Uploaded ${percent}%`} />
      <p className="small text-2 figures">
        {isWaiting
          ? `${amount}. Trellis cannot be reached. The upload continues by itself.`
          : isSending
            ? `${amount}. Keep this step open until the upload is complete.`
            : `${amount}. The upload has stopped. Choose the same file to continue.`}
      </p>
      <div className="row row-wrap">
        {isSending ? (
          <Button small onClick={() => uploading.pause()}>
            Pause
          </Button>
        ) : (
          <FileButton
            label="Continue upload"
            busy={false}
            onChoose={(file) => uploading.continueWith(file, one)}
          />
        )}
        <Button variant="plain" small busy={isLoading} onClick={() => void remove()}>
          Remove upload
        </Button>
      </div>
    </>
  );
}

function Report({ one, report }: { one: Package; report: PackageReport }) {
  const rows: [string, string][] = [
    ['Title', report.title],
    ['Type', packageKindLabels[report.kind]],
    [
      'Tracks',
      report.tracks.length === 0 ? 'Nothing' : formatList(report.tracks.map((value) => trackedLabels[value])),
    ],
    ['Size', `${megabytes(one.size)} MB, ${plural(report.files, '# file', '# files')}`],
    ['External hosts', report.hosts.length === 0 ? 'None' : `${formatList(report.hosts)}. All are blocked.`],
  ];
  return (
    <>
      <dl className="package-report">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="small text-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isDoneWhenOpened(report) && (
        <p className="package-warning">
          The package reports no completion. The step is done when the learner opens it.
        </p>
      )}
      {one.blockedHosts.length > 0 && (
        <p className="package-warning">
          {`Browsers of learners have blocked: ${formatList(one.blockedHosts)}. What the package loads from there is missing.`}
        </p>
      )}
      {one.refusedLength !== null && (
        <p className="package-warning">
          {`The package tried to store a position of ${formatNumber(Math.ceil(one.refusedLength / 1_000))} kB. The limit is 64 kB, so learners may not continue where they stopped.`}
        </p>
      )}
    </>
  );
}

interface FileButtonProps {
  label: string;
  busy: boolean;
  onChoose: (file: File) => Promise<void>;
}

function FileButton({ label, busy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <Button small busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}: file`}
        accept=".zip,application/zip"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = ''; // the same file can be chosen again
          if (file) void onChoose(file);
        }}
      />
    </div>
  );
}

const megabytes = (bytes: number) => formatNumber(Math.max(0.1, Math.round(bytes / 100_000) / 10));
