import { use, useRef } from 'react';
import { isCompletedBy, ruleOf } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';
import {
  longestParts,
  type VideoProgress,
  type WatchedPart,
  watchedPercent,
} from '#contract/learning/uploads.ts';
import { useResultQueue } from '#src/programs/package/useResultQueue.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { isDone } from '#store/programs/nextAction.ts';
import { useSaveVideoProgressMutation } from '#store/programs/packagesApi.ts';

/** How often the watched parts are saved while the video plays. */
const REPORT_MS = 15_000;

/** The parts that the browser has played. Skipped parts are missing. */
const partsOf = ({ played }: HTMLVideoElement): WatchedPart[] =>
  Array.from({ length: played.length }, (_, index) => [played.start(index), played.end(index)]);

/**
 * Saves how much of a video the learner has watched. Nothing is saved in a preview, or when the step is done or cannot be
 * changed any more.
 */
export function useVideoProgress(programId: string, step: Step) {
  const { stepKey } = step;
  const preview = use(PreviewContext);
  const [saveProgress] = useSaveVideoProgressMutation();
  const { state, queue } = useResultQueue<VideoProgress>((progress) =>
    saveProgress({ programId, stepKey, progress }),
  );
  const reportedAt = useRef(0);
  const report = (video: HTMLVideoElement) => {
    reportedAt.current = performance.now();
    const watched = longestParts(partsOf(video));
    if (isDone(step) || watched.length === 0 || !(preview || step.can.record)) return;
    if (!preview) queue.keep({ watched, position: video.currentTime });
    else if (isCompletedBy(ruleOf(step), { watched: watchedPercent(watched, video.duration) }))
      preview.record(stepKey, { done: true });
  };
  return {
    state,
    report,
    reportIfDue: (video: HTMLVideoElement) => {
      if (performance.now() - reportedAt.current >= REPORT_MS) report(video);
    },
    /** The next report is due after a while. */
    started: () => {
      reportedAt.current = performance.now();
    },
  };
}
