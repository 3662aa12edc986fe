import { Link } from 'react-router-dom';
import { type CoachingSession, wasHeld } from '#contract/learning/coaching.ts';
import { timeRange, weekdayAndDay } from '#src/coaching/zoneTimes.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCoachingRoomQuery } from '#store/coaching/room/roomApi.ts';
import { OutcomeQuestion } from './OutcomeQuestion.tsx';
import { usePlanNext } from './usePlanNext.ts';

/** The result of a session. */
export function EndedCard({ session }: { session: CoachingSession }) {
  const { shortDay } = useFormats();
  const planNext = usePlanNext(session);
  const { startsAt, minutes, myTimeZone, ended } = session;
  return (
    <section className="card stack-3" aria-labelledby="ended">
      <h2 className="title-2" id="ended">
        {endedText(session, shortDay)}
      </h2>
      {startsAt && (
        <p className="text-2">
          {session.state === 'cancelled' ? (
            <s>
              {weekdayAndDay(startsAt, myTimeZone)}, {timeRange(startsAt, minutes, myTimeZone)}
            </s>
          ) : (
            `${weekdayAndDay(startsAt, myTimeZone)}, ${timeRange(startsAt, minutes, myTimeZone)}`
          )}
        </p>
      )}
      {session.kind === 'remote' && wasHeld(session) && <TimeTogether session={session} />}
      {ended?.reason && <p>“{ended.reason}”</p>}
      {session.state === 'expired' && startsAt && <OutcomeQuestion session={session} />}
      {planNext && (
        <p>
          <Link className={buttonClass('primary')} to={planNext}>
            Plan session
          </Link>
        </p>
      )}
    </section>
  );
}

/** How long both people were in the room. */
function TimeTogether({ session: { sessionId } }: { session: CoachingSession }) {
  const { data: room } = useGetCoachingRoomQuery({ sessionId });
  const minutes = Math.round((room?.togetherSeconds ?? 0) / 60);
  if (minutes === 0) return null;
  return (
    <p className="text-2">
      {plural(
        minutes,
        'You were in the room together for # minute.',
        'You were in the room together for # minutes.',
      )}
    </p>
  );
}

export function endedText(
  { state, startsAt, held, ended, noShow, other }: CoachingSession,
  shortDay: (instant: string) => string,
): string {
  if (wasHeld({ state })) return 'This session was held';
  if (state === 'expired') {
    if (startsAt === null) return 'No time was chosen';
    if (held.me) return 'Only you confirmed that this session took place';
    return held.other
      ? `Only ${other.firstName} confirmed that this session took place`
      : 'It is not confirmed that this session took place';
  }
  if (state === 'no_show')
    return noShow === 'me'
      ? `${other.firstName} said that you did not come`
      : `You said that ${other.firstName} did not come`;
  const on = ended ? shortDay(ended.at) : '';
  if (ended?.by === null) return `Cancelled on ${on}, because an account was deactivated`;
  return ended?.by === 'me' ? `You cancelled on ${on}` : `${other.firstName} cancelled on ${on}`;
}
