import type { CheckInPoint } from '#contract/learning/checkIns.ts';
import { MOOD_SCALE, WORKLOAD_SCALE } from '#src/checkin/checkInTexts.ts';
import { Trend } from '#src/checkin/Trend.tsx';

/** In a trend, the viewer is not told whether an answer was left empty, was not shared, or was not sent. */
const NONE_SHARED = 'Nothing shared';

/** Mood and workload of one person over the last periods. */
export const PersonTrends = ({ trend }: { trend: readonly CheckInPoint[] }) => (
  <div className="trends">
    <Trend
      title="Mood"
      scale={MOOD_SCALE}
      points={trend.map(({ week, mood }) => ({ week, value: mood }))}
      none={NONE_SHARED}
    />
    <Trend
      title="Workload"
      scale={WORKLOAD_SCALE}
      points={trend.map(({ week, workload }) => ({ week, value: workload }))}
      none={NONE_SHARED}
    />
  </div>
);
