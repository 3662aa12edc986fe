import { useRef } from 'react';
import type { Package } from '#contract/learning/packages.ts';
import type { UploadPurpose } from '#contract/learning/uploads.ts';
import { videoLength } from '#src/programs/steps/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { fileSize } from '#src/ui/text/fileSize.ts';
import { useAbandonUploadMutation, useGetPackageQuery } from '#store/programs/packagesApi.ts';
import { PackageReport } from './PackageReport.tsx';
import { UploadFacts } from './UploadFacts.tsx';
import { acceptedFiles, uploadTexts } from './uploadTexts.ts';
import { useUpload } from './useUpload.ts';
import './upload.css';

/** How often the result of the check is requested. */
const POLL_MS = 1_000;

interface UploadFieldProps {
  purpose: UploadPurpose;
  packageId: string | null;
  id: string;
  error: string | null;
  onChange: (packageId: string | null) => void;
}

/** A file of a step: upload, check, and the findings of the check. */
export function UploadField({ purpose, packageId, id, error, onChange }: UploadFieldProps) {
  const uploading = useUpload(purpose, onChange);
  const { label, help, upload, subject } = uploadTexts[purpose];
  return (
    <section className="stack-3" id={id} tabIndex={-1} aria-label={label}>
      <p className="label">{label}</p>
      {packageId === null ? (
        <>
          <p className="small text-2">{help}</p>
          <FileButton
            label={upload}
            purpose={purpose}
            busy={uploading.isSending}
            onChoose={uploading.upload}
          />
        </>
      ) : (
        <StoredUpload packageId={packageId} purpose={purpose} uploading={uploading} onChange={onChange} />
      )}
      {uploading.failure && (
        <ErrorSummary>
          <p className="strong">{`${subject} was not uploaded`}</p>
          <p>{uploading.failure}</p>
        </ErrorSummary>
      )}
      {error && <p className="field-error">{error}</p>}
    </section>
  );
}

type Uploading = ReturnType<typeof useUpload>;
interface StoredUploadProps {
  packageId: string;
  purpose: UploadPurpose;
  uploading: Uploading;
  onChange: (packageId: string | null) => void;
}

function StoredUpload({ packageId, purpose, uploading, onChange }: StoredUploadProps) {
  const query = useGetPackageQuery({ packageId }, { refetchOnMountOrArgChange: true });
  // `data` can be an earlier file, which another author has replaced.
  const one = query.currentData;
  const { upload, replace, subject } = uploadTexts[purpose];
  const button = (label: string) => (
    <FileButton label={label} purpose={purpose} busy={uploading.isSending} onChoose={uploading.upload} />
  );
  if (!one)
    return query.isError ? (
      <>
        <CardError failure={`${subject} did not load.`} query={query} />
        {button(upload)}
      </>
    ) : (
      <p className="small text-2">Loading…</p>
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
            <p>None of it was stored.</p>
          </ErrorSummary>
          {button(upload)}
        </>
      );
    case 'ready':
      return (
        <>
          {one.report ? <PackageReport one={one} report={one.report} /> : <FileFacts one={one} />}
          {button(replace)}
        </>
      );
  }
}

const FileFacts = ({ one: { fileName, size, seconds } }: { one: Package }) => (
  <UploadFacts
    rows={[
      ['Name', fileName],
      ['Size', fileSize(size)],
      ...(seconds === null ? [] : [['Length', videoLength(seconds)] as const]),
    ]}
  />
);

function Checking({ one: { packageId, fileName } }: { one: Package }) {
  useGetPackageQuery({ packageId }, { pollingInterval: POLL_MS });
  return (
    <p className="text-2" role="status">
      {`Checking “${fileName}”. This takes a moment for large files.`}
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
  const amount = `${fileSize(one.received)} of ${fileSize(one.size)}`;
  const remove = async () => {
    uploading.pause();
    await abandon({ packageId: one.packageId });
    uploading.forget();
    onRemoved();
  };
  return (
    <>
      <p className="strong upload-name">{one.fileName}</p>
      <progress className="upload-progress" max={100} value={percent} aria-label={`Uploaded ${percent}%`} />
      <p className="small text-2 figures">
        {isWaiting
          ? `${amount}. Trellis cannot be reached. The upload will continue automatically.`
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
            purpose={one.purpose}
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

interface FileButtonProps {
  label: string;
  purpose: UploadPurpose;
  busy: boolean;
  onChoose: (file: File) => Promise<void>;
}

function FileButton({ label, purpose, busy, onChoose }: FileButtonProps) {
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
        accept={acceptedFiles(purpose)}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = ''; // the same file can be chosen again
          if (file) void onChoose(file);
        }}
      />
    </div>
  );
}
