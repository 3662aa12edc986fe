import { Download } from 'lucide-react';
import { use, useState } from 'react';
import type { Step } from '#contract/learning/steps.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { fileSize } from '#src/ui/text/fileSize.ts';
import { isDone } from '#store/programs/nextAction.ts';
import { useOpenFile } from './useOpenFile.ts';
import './files.css';

interface FileStepProps {
  programId: string;
  step: Step;
  isNext: boolean;
}

/** The file of a step. Its download completes the step. */
export function FileStep({ programId, step, isNext }: FileStepProps) {
  const { stepKey, file } = step;
  const preview = use(PreviewContext);
  const { open, isOpening, failure } = useOpenFile({ programId, stepKey });
  const [isDownloaded, setDownloaded] = useState(false);
  if (!file) return <Note>No file is uploaded yet.</Note>;
  const download = async () => {
    const opened = await open();
    if (!opened) return;
    saveFrom(opened.address);
    setDownloaded(true);
    preview?.record(stepKey, { done: true });
  };
  return (
    <div className="stack-3">
      <p className="step-file">{`${file.fileName}, ${fileSize(file.size)}`}</p>
      {(step.can.record || step.can.open || isDone(step)) && (
        <div className="row">
          <Button
            variant={isNext ? 'primary' : 'outlined'}
            small
            busy={isOpening}
            onClick={() => void download()}
          >
            <Download className="icon icon-small" aria-hidden="true" />
            Download file
          </Button>
        </div>
      )}
      {(isDownloaded || (!isDone(step) && step.can.record)) && (
        <p className="small text-2" role="status">
          {isDone(step)
            ? 'The file is downloaded. This step is done.'
            : step.can.record
              ? 'This step is done when you download the file.'
              : 'The file is downloaded.'}
        </p>
      )}
      {failure && (
        <ErrorSummary>
          Not downloaded. <ProblemText message={failure} />
        </ErrorSummary>
      )}
    </div>
  );
}

/** The response makes the browser save the file, so the page stays. */
function saveFrom(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noreferrer';
  link.click();
}
