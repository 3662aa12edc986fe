import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { cityOf, tileOf, timeRange, weekdayAndDay, zoneName } from '#src/coaching/zoneTimes.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useReportCoachingOutcomeMutation } from '#store/coaching/coachingApi.ts';
import { CancelSession } from './CancelSession.tsx';

/** The confirmed time in both time zones, and the actions of the session. */
export function WhenCard({ session, startsAt }: { session: CoachingSession; startsAt: string }) {
  const { programId, sessionId, minutes, myTimeZone, otherTimeZone, other, proposal, can, held } = session;
  const [report, reporting] = useReportCoachingOutcomeMutation();
  const tile = tileOf(startsAt, myTimeZone);
  const [now] = useState(Date.now);
  // While the two may still meet, the way into the room matters.
  const isOver = held.me || (can.confirmHeld && Date.parse(startsAt) + minutes * 60_000 < now);
  return (
    <section className="when" aria-label="Date and time">
      <div className="tile tile-large" aria-hidden="true">
        <span>{tile.weekday}</span>
        <b>{tile.date}</b>
        <span>{tile.month}</span>
      </div>
      <div>
        <p className="when-time">
          {weekdayAndDay(startsAt, myTimeZone)}, {timeRange(startsAt, minutes, myTimeZone)}
        </p>
        <p className="when-zones text-2">
          <span>Your time, {zoneName(startsAt, myTimeZone)}</span>
          {cityOf(myTimeZone) !== cityOf(otherTimeZone) && (
            <span>
              {timeRange(startsAt, minutes, otherTimeZone)} for {other.firstName},{' '}
              {zoneName(startsAt, otherTimeZone)}
            </span>
          )}
        </p>
      </div>
      <FormErrors
        title="Not done yet"
        message={reporting.error ? problemOf(reporting.error).message : null}
      />
      {isOver ? (
        <div className="when-actions">
          <p className="grow">
            {held.me
              ? `You said that the session took place. ${other.firstName} has not answered yet.`
              : held.other
                ? `${other.firstName} said that the session took place.`
                : 'Did the session take place? Both of you answer.'}
          </p>
          {can.reportNoShow && !held.me && (
            <Button
              small
              busy={reporting.isLoading}
              onClick={() => void report({ sessionId, outcome: 'other_missing' })}
            >
              {`${other.firstName} did not come`}
            </Button>
          )}
          {can.confirmHeld && (
            <Button
              variant="primary"
              small
              busy={reporting.isLoading}
              onClick={() => void report({ sessionId, outcome: 'held' })}
            >
              It took place
            </Button>
          )}
        </div>
      ) : (
        <div className="when-actions">
          {can.propose && !proposal && (
            <Link className={buttonClass('outlined')} to={planPath(programId, { session: sessionId })}>
              Reschedule
            </Link>
          )}
          {can.cancel && <CancelSession session={session} />}
        </div>
      )}
    </section>
  );
}
