import { Download, FileArchive } from 'lucide-react';
import { useState } from 'react';
import type { DataExport } from '#contract/administration/dataRequests.ts';
import { EXPORT_TARGET } from '#contract/notifications/linkTargets.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { saveFile } from '#src/app/ports/saveFile.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { fileSize } from '#src/ui/text/fileSize.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetDataRequestsQuery, useRequestExportMutation } from '#store/profile/dataRequestsApi.ts';

const POLL_MS = 2_000;
const isRunning = (made: DataExport | null | undefined) =>
  made?.state === 'waiting' || made?.state === 'running';

/** The export of the user's data. */
export function ExportCard() {
  const [isPolled, setPolled] = useState(false);
  const query = useGetDataRequestsQuery(undefined, { pollingInterval: isPolled ? POLL_MS : 0 });
  // Polls only while an export is being prepared.
  if (isPolled !== isRunning(query.data?.export)) setPolled(!isPolled);
  return (
    <section className="section" aria-labelledby="export">
      <QueryContent
        query={query}
        title="Export your data"
        level={2}
        failure="Your export did not load"
        skeleton={<SkeletonCard />}
      >
        {({ export: made }) => (
          <>
            <h2 className="title-2" id="export">
              Export your data
            </h2>
            <p className="text-2">
              A ZIP file with everything Trellis stores about you: JSON, your pictures and chats, and a page
              you can read offline.
            </p>
            <Content made={made} />
          </>
        )}
      </QueryContent>
    </section>
  );
}

function Content({ made }: { made: DataExport | null }) {
  const [requestExport, { isLoading, error }] = useRequestExportMutation();
  return (
    <div className="card my-data-card" id={EXPORT_TARGET}>
      {error && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      {made && isRunning(made) && <Progress percent={made.percent} />}
      {made?.state === 'done' && <Ready made={made} />}
      {!isRunning(made) && (
        <div className="my-data-row">
          <p className="text-2 grow">
            {made
              ? 'A new export takes a few minutes. You get a notification and an email.'
              : 'An export takes a few minutes. You get a notification and an email when it is ready.'}
          </p>
          <Button small busy={isLoading} onClick={() => void requestExport()}>
            {made ? 'Request new export' : 'Request export'}
          </Button>
        </div>
      )}
    </div>
  );
}

const Progress = ({ percent }: { percent: number }) => (
  <div className="my-data-row">
    <div className="grow">
      <p className="strong" id="export-progress">
        Your export is being prepared
      </p>
      <progress className="export-progress" aria-labelledby="export-progress" max={100} value={percent} />
      <p className="small text-3">You can leave this page. You get a notification and an email.</p>
    </div>
  </div>
);

function Ready({ made: { requestId, fileName, bytes, readyAt, availableUntil } }: { made: DataExport }) {
  const { auth } = usePorts();
  const { dayAndTime, longDay } = useFormats();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setFailure(null);
    try {
      saveFile(document, await auth.downloadExport(requestId), fileName);
    } catch (error) {
      setFailure(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="my-data-row">
      <FileArchive className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="strong">{fileName}</p>
        <p className="small text-3 figures">
          {`${fileSize(bytes ?? 0)} · Ready since ${dayAndTime(readyAt ?? 0)} · Available until ${longDay(availableUntil ?? '')}`}
        </p>
        {failure && (
          <p className="field-error" role="alert">
            {`The export was not downloaded. ${failure}`}
          </p>
        )}
      </div>
      <Button small busy={isBusy} onClick={() => void download()}>
        <Download className="icon icon-small" aria-hidden="true" />
        Download
      </Button>
    </div>
  );
}
