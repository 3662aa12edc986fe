import { Link } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { notesOnlyPath } from '#store/coaching/room/roomPlace.ts';
import { type CallView, selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { VideoTile } from './VideoTile.tsx';

const CONNECTING_SHOWN_AFTER_MS = 3_000;
const problems: Partial<Record<CallView['mine'], string>> = {
  refused:
    'The browser does not allow camera and microphone. Allow them in the address bar, then reload the page.',
  missing: 'No camera or microphone was found. You can write in the notes and in chat.',
  audio: 'No camera was found. You are connected with audio.',
};

/** Both people with picture and sound, and what is wrong with either. */
export function CallStage({ session }: { session: CoachingSession }) {
  const { other } = session;
  const { call, otherSince, otherLeftAt } = useAppSelector(selectRoom);
  const me = useAppSelector(selectUser);
  const { time } = useFormats();
  if (!me) return null;
  const problem =
    call.ended === null
      ? problems[call.mine]
      : `Your ${call.ended} was disconnected. Plug it in and reload the page.`;
  const otherCover =
    otherSince === null ? (
      <p>
        {otherLeftAt === null
          ? `${other.firstName} was notified that you are here.`
          : `Left at ${time(new Date(otherLeftAt).toISOString())}`}
      </p>
    ) : call.state === 'failed' ? (
      <p>
        Your browsers could not connect. <Link to={notesOnlyPath(session)}>Use notes only</Link>
      </p>
    ) : call.state === 'reconnecting' ? (
      <p>Reconnecting</p>
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
      <p>{isDark ? 'Camera off' : call.mine === 'starting' ? 'Starting' : 'No picture'}</p>
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
        cover={otherCover}
      />
      <VideoTile who="me" name="You" person={me} isMuted={call.isMuted} cover={ownCover} />
      <p className="visually-hidden" role="status">
        {otherSince === null ? '' : `${other.firstName} is in the room`}
      </p>
    </section>
  );
}
