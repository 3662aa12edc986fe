import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { notesOnlyPath } from '#store/coaching/room/roomPlace.ts';
import { type CallView, callRetried, cameraToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { Captions } from './Captions.tsx';
import { mediaProblem } from './mediaProblem.ts';
import { VideoTile } from './VideoTile.tsx';

const CONNECTING_SHOWN_AFTER_MS = 3_000;
const CHOICE_SHOWN_AFTER_MS = 8_000;

/** Both people with video and sound, and problems with either. */
export function CallStage({ session }: { session: CoachingSession }) {
  const { other } = session;
  const dispatch = useAppDispatch();
  const { call, otherSince, otherLeftAt } = useAppSelector(selectRoom);
  const me = useAppSelector(selectUser);
  const { time } = useFormats();
  if (!me) return null;
  const problem = mediaProblem(call);
  const notesOnly = <Link to={notesOnlyPath(session)}>Use notes only</Link>;
  const otherCover =
    otherSince === null ? (
      <p>
        {otherLeftAt === null
          ? `${other.firstName} was notified that you are here.`
          : `Left at ${time(new Date(otherLeftAt).toISOString())}`}
      </p>
    ) : call.state === 'failed' ? (
      <>
        <p>Your browsers could not connect.</p>
        <p className="tile-choices">
          <Button small onClick={() => dispatch(callRetried())}>
            Try again
          </Button>
          {notesOnly}
        </p>
      </>
    ) : call.state === 'reconnecting' ? (
      <>
        <p>Reconnecting</p>
        <Delayed afterMs={CHOICE_SHOWN_AFTER_MS}>
          <p className="tile-choices">
            {!call.isCameraOff && call.mine === 'ready' && (
              <Button small onClick={() => dispatch(cameraToggled())}>
                Use audio only
              </Button>
            )}
            {notesOnly}
          </p>
        </Delayed>
      </>
    ) : call.state !== 'connected' ? (
      <Delayed afterMs={CONNECTING_SHOWN_AFTER_MS}>
        <p>Connecting</p>
      </Delayed>
    ) : call.isOtherCameraOff ? (
      <p>Camera off</p>
    ) : null;
  const isDark = call.isCameraOff && !call.isSharing;
  const ownCover =
    call.mine !== 'ready' || isDark ? (
      <p>{isDark ? 'Camera off' : call.mine === 'starting' ? 'Starting' : 'No video'}</p>
    ) : null;
  return (
    <section className="call-stage" aria-label="People in the room">
      {problem && (
        <p className="call-problem" role="status">
          {problem}
        </p>
      )}
      <VideoTile
        who="other"
        name={fullName(other)}
        person={other}
        isMuted={call.isOtherMuted}
        isLive={call.state === 'connected'}
        cover={otherCover}
        captions={<Captions name={other.firstName} />}
      />
      <VideoTile
        who="me"
        name="You"
        person={me}
        isMuted={call.isMuted}
        isLive={call.mine === 'ready' || call.mine === 'audio'}
        cover={ownCover}
      />
      <p className="visually-hidden" role="status">
        {otherSince === null ? '' : `${other.firstName} is in the room`}
      </p>
      <Reconnection state={call.state} />
    </section>
  );
}

/** Announces that the connection was lost, and that it is back. */
function Reconnection({ state }: { state: CallView['state'] }) {
  const [wasLost, setLost] = useState(false);
  if (state === 'reconnecting' && !wasLost) setLost(true);
  return (
    <p className="visually-hidden" role="status">
      {state === 'reconnecting'
        ? 'The connection was lost'
        : wasLost && state === 'connected'
          ? 'Connected again'
          : ''}
    </p>
  );
}
