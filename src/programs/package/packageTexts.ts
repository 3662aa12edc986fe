import type { PackageAttempt, PackageKind, TrackedValue } from '#contract/learning/packages.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

export const packageKindLabels: Record<PackageKind, string> = {
  scorm12: 'SCORM 1.2',
  scorm2004: 'SCORM 2004',
  h5p: 'H5P',
};

export const trackedLabels: Record<TrackedValue, string> = {
  completion: 'completion',
  success: 'passed or failed',
  score: 'score',
  position: 'position',
  time: 'time',
};

/** `Passed · Score 84 · 12 min` */
export function attemptSummary({ completion, success, score, seconds }: PackageAttempt): string {
  const parts = [
    success === 'passed'
      ? 'Passed'
      : success === 'failed'
        ? 'Not passed'
        : completion === 'completed'
          ? 'Completed'
          : 'In progress',
  ];
  if (score?.raw != null)
    parts.push(
      score.max === null
        ? `Score ${formatNumber(score.raw)}`
        : `Score ${formatNumber(score.raw)} of ${formatNumber(score.max)}`,
    );
  else if (score?.scaled != null) parts.push(`Score ${formatNumber(Math.round(score.scaled * 100))}%`);
  if (seconds >= 60) parts.push(`${formatNumber(Math.round(seconds / 60))} min`);
  return parts.join(' · ');
}
