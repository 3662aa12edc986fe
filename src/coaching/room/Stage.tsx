import { Link, useLocation } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { roomPath, roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Who is in the room. */
export function Stage({ session }: { session: CoachingSession }) {
  const { other, place } = session;
  const { otherSince, otherLeftAt, connection } = useAppSelector(selectRoom);
  const me = useAppSelector(selectUser);
  const { time } = useFormats();
  const hasLostMedia = roomPlaceOf(useLocation())?.hasLostMedia ?? false;
  if (!me) return null;
  const isOtherHere = otherSince !== null;
  const otherText = isOtherHere
    ? 'In the room'
    : otherLeftAt === null
      ? 'Not in the room yet'
      : `Left at ${time(new Date(otherLeftAt).toISOString())}`;
  return (
    <section className="stage" aria-label="People in the room">
      <div className="stage-people">
        <div>
          <Avatar person={other} size="large" presence={isOtherHere ? 'online' : 'offline'} />
          <p className="strong">{fullName(other)}</p>
          <p className="small text-2" role="status">
            {otherText}
          </p>
        </div>
        <div>
          <Avatar person={me} size="large" presence={connection === 'connected' ? 'online' : 'offline'} />
          <p className="strong">You</p>
          <p className="small text-2">
            {connection === 'connected'
              ? 'In the room'
              : connection === 'lost'
                ? 'Reconnecting'
                : 'Connecting'}
          </p>
        </div>
      </div>
      {!isOtherHere && (
        <p className="stage-note">
          {otherLeftAt === null
            ? `${other.firstName} was notified that you are here. Meanwhile, you can prepare the agenda.`
            : `${other.firstName} has left the room. You can go on with the notes.`}
        </p>
      )}
      <p className="stage-note">
        {hasLostMedia && 'The connection did not come back, so the room continues with notes and chat. '}
        <Link to={roomPath(session, 'room')}>
          {hasLostMedia ? 'Try audio again' : 'Use camera and microphone'}
        </Link>
      </p>
      {place && (
        <p className="stage-note">
          <a className={buttonClass('outlined')} href={place} target="_blank" rel="noopener noreferrer">
            Open meeting link
          </a>
        </p>
      )}
    </section>
  );
}
