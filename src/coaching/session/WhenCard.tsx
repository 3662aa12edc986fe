import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { planPath } from '#src/coaching/coachingPaths.ts';
import { cityOf, tileOf, timeRange, weekdayAndDay, zoneName } from '#src/coaching/zoneTimes.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { useNow } from '#src/ui/text/useNow.ts';
import { CancelSessionButton } from './CancelSession.tsx';
import { OutcomeQuestion } from './OutcomeQuestion.tsx';

interface WhenCardProps {
  session: CoachingSession;
  startsAt: string;
  onCancel: () => void;
}

/** The confirmed time in both time zones, and the actions of the session. */
export function WhenCard({ session, startsAt, onCancel }: WhenCardProps) {
  const { programId, sessionId, minutes, myTimeZone, otherTimeZone, other, proposal, can, held } = session;
  const tile = tileOf(startsAt, myTimeZone);
  const now = useNow();
  // The link to the room is shown until the session is over.
  const isOver = held.me || (can.confirmHeld && Date.parse(startsAt) + minutes * 60_000 < now);
  return (
    <section className="when" aria-label="Date and time">
      <div className="tile tile-large" aria-hidden="true">
        <span>{tile.weekday}</span>
        <b>{tile.date}</b>
        <span>{tile.month}</span>
      </div>
      <div>
        {/* Gets the focus when a proposed time was confirmed, because the button is removed. */}
        <h2 className="when-time">
          {weekdayAndDay(startsAt, myTimeZone)}, {timeRange(startsAt, minutes, myTimeZone)}
        </h2>
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
      {isOver ? (
        <OutcomeQuestion session={session} />
      ) : (
        <div className="when-actions">
          {can.propose && !proposal && (
            <Link className={buttonClass('outlined')} to={planPath(programId, { session: sessionId })}>
              Reschedule
            </Link>
          )}
          {can.cancel && <CancelSessionButton onClick={onCancel} />}
        </div>
      )}
    </section>
  );
}
