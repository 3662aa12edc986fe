import type { CheckInPoint } from '#contract/learning/checkIns.ts';
import { MOOD_SCALE, WORKLOAD_SCALE } from '#src/checkin/checkInTexts.ts';
import { Trend } from '#src/checkin/Trend.tsx';

/** The viewer is not told whether an answer is missing or not shared. */
export const NO_SHARED_ANSWER = 'No shared answer';

/** Mood and workload of one person over the last periods. */
export const PersonTrends = ({ trend }: { trend: readonly CheckInPoint[] }) => (
  <div className="trends">
    <Trend
      title="Mood"
      scale={MOOD_SCALE}
      points={trend.map(({ week, mood }) => ({ week, value: mood }))}
      none={NO_SHARED_ANSWER}
    />
    <Trend
      title="Workload"
      scale={WORKLOAD_SCALE}
      points={trend.map(({ week, workload }) => ({ week, value: workload }))}
      none={NO_SHARED_ANSWER}
    />
  </div>
);
