import { Play } from 'lucide-react';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { WATCHED_AT_LEAST } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';
import type { OpenedFile } from '#contract/learning/uploads.ts';
import type { SaveState } from '#src/programs/package/resultQueue.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { videoLength } from '#src/programs/steps/steps.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { isDone } from '#store/programs/nextAction.ts';
import { useOpenFile } from './useOpenFile.ts';
import { useVideoProgress } from './useVideoProgress.ts';
import './files.css';

interface VideoStepProps {
  programId: string;
  step: Step;
  isNext: boolean;
}

/** The video of a step with its captions. Watching most of it completes the step. */
export function VideoStep({ programId, step, isNext }: VideoStepProps) {
  const isPreview = use(PreviewContext) !== null;
  const { open, isOpening, failure } = useOpenFile({ programId, stepKey: step.stepKey });
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const progress = useVideoProgress(programId, step);
  const video = step.file?.video;
  if (!video) return <Note>No video is uploaded yet.</Note>;
  const play = async () => {
    const next = await open();
    if (!next) return;
    setFailed(false);
    setOpened(next);
  };
  const label = video.watched === 0 ? 'Play video' : isDone(step) ? 'Watch again' : 'Continue video';
  return (
    <div className="stack-3">
      {opened && !hasFailed ? (
        <Player
          key={opened.address}
          title={step.title}
          opened={opened}
          progress={progress}
          onFailed={() => setFailed(true)}
        />
      ) : (
        (step.can.record || step.can.open || isDone(step)) && (
          <div className="row row-wrap">
            <Button
              variant={isNext ? 'primary' : 'outlined'}
              small
              busy={isOpening}
              onClick={() => void play()}
            >
              <Play className="icon icon-small" aria-hidden="true" />
              {hasFailed ? 'Load the video again' : label}
            </Button>
            {video.seconds > 0 && (
              <span className="small text-2 figures">{`${videoLength(video.seconds)}, with captions`}</span>
            )}
          </div>
        )
      )}
      {hasFailed && (
        <ErrorSummary>
          The video does not play. Its address may have expired, or this browser cannot play its format.
        </ErrorSummary>
      )}
      {failure && (
        <ErrorSummary>
          Not opened. <ProblemText message={failure} />
        </ErrorSummary>
      )}
      {!isPreview && !isDone(step) && step.can.record && (
        <p className="small text-2 figures">
          {`Watched ${video.watched}%. This step is done at ${WATCHED_AT_LEAST}%. Up to double speed counts. ${saveText(progress.state)}`}
        </p>
      )}
    </div>
  );
}

function saveText(state: SaveState): string {
  if (state.kind === 'waiting') return 'Not saved yet, because Trellis cannot be reached.';
  return state.kind === 'stopped' ? `Not saved. ${state.message}` : '';
}

/** If the learner stopped just before the end, the video starts from the beginning. */
const END_SECONDS = 3;

interface PlayerProps {
  title: string;
  opened: OpenedFile;
  progress: ReturnType<typeof useVideoProgress>;
  onFailed: () => void;
}

/** The browser's own controls, which the keyboard and screen readers can use. */
function Player({ title, opened: { address, captions, position }, progress, onFailed }: PlayerProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const report = useEffectEvent(progress.report);
  const start = useEffectEvent(progress.started);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    start();
    video.focus();
    const onHidden = () => document.visibilityState === 'hidden' && report(video);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      report(video);
    };
  }, []);
  return (
    <video
      ref={ref}
      className="step-video"
      aria-label={title}
      src={address}
      controls
      autoPlay
      playsInline
      crossOrigin="anonymous"
      onLoadedMetadata={({ currentTarget: video }) => {
        if (position < video.duration - END_SECONDS) video.currentTime = position;
      }}
      onTimeUpdate={({ currentTarget }) => progress.reportIfDue(currentTarget)}
      onPause={({ currentTarget }) => progress.report(currentTarget)}
      onEnded={({ currentTarget }) => progress.report(currentTarget)}
      onError={({ currentTarget }) => {
        progress.report(currentTarget);
        onFailed();
      }}
    >
      <track kind="captions" label="Captions" src={captions ?? undefined} default />
    </video>
  );
}
