import { Link, useNavigate } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { timeRange } from '#src/coaching/zoneTimes.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { notesOnlyPath, roomPath } from '#store/coaching/room/roomPlace.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { DeviceCheck, Preview } from './DeviceCheck.tsx';
import './deviceCheck.css';
import { mediaProblem } from './mediaProblem.ts';

/** The last step before the room, while it is open. */
export default function Ready({ session, room }: { session: CoachingSession; room: CoachingRoom }) {
  const navigate = useNavigate();
  const { call } = useAppSelector(selectRoom);
  const { time } = useFormats();
  const { other, startsAt, minutes, myTimeZone } = session;
  const when = startsAt ? timeRange(startsAt, minutes, myTimeZone) : '';
  return (
    <>
      <Breadcrumb to={roomPath(session, null)} label={`Session with ${fullName(other)}`} here="Join" />
      <PageHeader title="Ready to join?" lede={`Session with ${fullName(other)}, ${when}.`} />
      <div className="device-check">
        <Preview session={session} />
        <div className="stack-4">
          <section className="card stack-4" aria-label="Join">
            <div className="row">
              <Avatar person={other} size="medium" presence={room.otherJoinedAt ? 'online' : 'offline'} />
              <div>
                <p className="strong" role="status">
                  {room.otherJoinedAt
                    ? `${other.firstName} is in the room`
                    : `${other.firstName} is not in the room yet`}
                </p>
                <p className="text-2">
                  {room.otherJoinedAt
                    ? `Joined at ${time(room.otherJoinedAt)}.`
                    : `${other.firstName} is notified when you join.`}
                </p>
              </div>
            </div>
            <Button variant="primary" onClick={() => void navigate(roomPath(session, 'room'))}>
              Join session
            </Button>
            <p className="small text-2">
              {/* A problem with the camera is shown next to the preview. */}
              {mediaProblem(call) ? (
                <Link to={notesOnlyPath(session)}>Join with notes only</Link>
              ) : (
                <>
                  No camera? You can <Link to={notesOnlyPath(session)}>join with notes only</Link>.
                </>
              )}
            </p>
          </section>
          <DeviceCheck />
        </div>
      </div>
    </>
  );
}
