import { Link } from 'react-router-dom';
import type { CheckInState, CheckIns } from '#contract/learning/checkIns.ts';
import { checkInPath, MOOD_SCALE } from '#src/checkin/checkInTexts.ts';
import { Trend } from '#src/checkin/Trend.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

const stateLabels: Record<CheckInState, string> = {
  open: 'Open',
  late: 'Late',
  submitted: 'Sent',
  reviewed: 'Reviewed',
  skipped: 'Skipped',
  missed: 'Not sent',
};

/** The check-ins of the last periods, newest first. */
export function PastWeeks({ overview: { trend, current } }: { overview: CheckIns }) {
  const { shortDay } = useFormats();
  const past = trend.filter(({ week }) => week !== current.week).reverse();
  return (
    <section className="card" aria-labelledby="past-check-ins">
      <h2 className="title-3" id="past-check-ins">
        Past check-ins
      </h2>
      {past.every(({ state }) => state === 'missed') ? (
        <p className="text-2">
          {current.sentAt === null
            ? 'You have not sent a check-in yet. Your mood over time appears here.'
            : 'You have no earlier check-ins. Your mood over time appears here.'}
        </p>
      ) : (
        <>
          <Trend
            title="Mood"
            scale={MOOD_SCALE}
            points={trend.map(({ week, mood }) => ({ week, value: mood }))}
            none="No answer"
          />
          <ul className="past-weeks">
            {past.map(({ week, state }) => (
              <li key={week} className={state === 'missed' ? undefined : 'link-row'}>
                {state === 'missed' ? (
                  shortDay(week)
                ) : (
                  <Link className="row-title" to={checkInPath(week)}>
                    {shortDay(week)}
                  </Link>
                )}
                <span className="small text-3">{stateLabels[state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
