import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type CoachingSession, wasHeld } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { POLLED } from '#src/app/polling.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useNow } from '#src/ui/text/useNow.ts';
import { useGetCoachingRoomQuery } from '#store/coaching/room/roomApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { ActionsPanel } from './ActionsPanel.tsx';
import { AgendaPanel } from './AgendaPanel.tsx';
import { LastTime } from './LastTime.tsx';
import './notes.css';
import { PastAgenda } from './PastAgenda.tsx';
import './preparation.css';
import { SavingStatus } from './SavingStatus.tsx';
import { SecurityCode } from './SecurityCode.tsx';
import { SessionNotes } from './SessionNotes.tsx';
import { ShareNotes } from './ShareNotes.tsx';
import { UnsentItem } from './UnsentItem.tsx';

/** The steps of the setup that are left. The recovery code is for all sessions, the agreement for one person. */
function setupText({ agreement, myKey }: CoachingRoom, isOver: boolean): string {
  const before = isOver ? 'Before you read notes' : 'Before you write the agenda';
  if (myKey !== null) return `${before}, agree on who can see what.`;
  return agreement.mine === null
    ? `${before}, agree on who can see what and save your recovery code.`
    : `${before}, save your recovery code.`;
}

/** For how long after the opening time the page asks whether the room is open, because clocks differ. */
const OPENING_MS = 10 * 60_000;
const POLL_MS = 10_000;

/** Shown on the page of a session: the link to the room, the agenda and afterwards what was written and agreed. */
export default function Preparation({ session }: { session: CoachingSession }) {
  const { sessionId, other, state } = session;
  const query = useGetCoachingRoomQuery({ sessionId });
  const room = query.data;
  const now = useNow();
  // Nothing tells a page that was opened earlier that the room opens.
  const isOpening =
    state === 'scheduled' &&
    room !== undefined &&
    room.opensAt !== null &&
    !room.isOpen &&
    Date.parse(room.opensAt) <= now &&
    now < Date.parse(room.opensAt) + OPENING_MS;
  // Nor that the other person has left it by closing their browser.
  const isOtherThere = room?.isOpen && room.otherJoinedAt !== null;
  useGetCoachingRoomQuery(
    { sessionId },
    { ...POLLED, pollingInterval: isOpening || isOtherThere ? POLL_MS : 0 },
  );
  const { notes } = useAppSelector(selectRoom);
  const { time, shortDay } = useFormats();
  const navigate = useNavigate();
  const [hadAgenda, setHadAgenda] = useState(false);
  if (!room)
    return query.error ? (
      <section className="card" aria-label="Agenda">
        <CardError failure="The agenda did not load." query={query} />
      </section>
    ) : null;
  // The session may be newer than the room: it is read again after an answer, and while the other one is missing.
  const isJoinable = room.isOpen && !session.held.me && !wasHeld(session);
  const isOver =
    room.finishedAt !== null ||
    state !== 'scheduled' ||
    session.held.me ||
    (room.closesAt !== null && Date.parse(room.closesAt) < now);
  if (notes === 'open' && !isOver && !hadAgenda) setHadAgenda(true);
  // After a no-show the server refuses feedback, and a completed session needs none.
  const needsWrapUp =
    state === 'held' || (room.finishedAt !== null && (state === 'scheduled' || state === 'expired'));
  return (
    <>
      {/* No alert is raised on this page when the other person joins. */}
      <p className="visually-hidden" role="status">
        {isJoinable && room.otherJoinedAt && `${other.firstName} is in the room`}
      </p>
      {isJoinable && (
        <section className="card join-card" aria-label="Join">
          <div className="grow">
            <p className="strong">
              {room.otherJoinedAt
                ? `${other.firstName} has been in the room since ${time(room.otherJoinedAt)}`
                : 'The room is open'}
            </p>
            <p className="text-2">Notes are encrypted in your browsers. Only the two of you can read them.</p>
          </div>
          <Button variant="primary" onClick={() => void navigate(roomPath(session, 'join'))}>
            Join session
          </Button>
        </section>
      )}
      {needsWrapUp && !room.hasFeedback && (
        <section className="card join-card" aria-label="Wrap-up">
          <p className="grow">Actions and feedback take about 3 minutes.</p>
          <Link className={buttonClass('primary')} to={roomPath(session, 'wrap-up')}>
            Wrap up your session
          </Link>
        </section>
      )}
      {!isOver && notes === 'open' && <LastTime session={session} />}
      {isOver && (notes === 'open' || notes === 'waiting') && <SessionNotes isRecord />}
      <section className="card stack-3" aria-labelledby="agenda">
        <div className="row">
          <h2 className="title-3 grow" id="agenda">
            Agenda
          </h2>
          {notes === 'open' && !isOver && <SavingStatus kind="shared" />}
          {notes === 'open' && <SecurityCode room={room} name={other.firstName} />}
        </div>
        {notes === 'open' ? (
          isOver ? (
            <>
              <PastAgenda />
              <UnsentItem session={session} takesFocus={hadAgenda} />
            </>
          ) : (
            <AgendaPanel session={session} />
          )
        ) : notes === 'setup' || notes === 'locked' ? (
          <>
            <p>
              {notes === 'setup'
                ? setupText(room, isOver)
                : 'This device cannot read your encrypted notes yet.'}
            </p>
            <p>
              <Link className={buttonClass('outlined')} to={roomPath(session, 'join')}>
                <Lock className="icon icon-small" aria-hidden="true" />
                {notes === 'setup' ? 'Set up encrypted notes' : 'Enter recovery code'}
              </Link>
            </p>
          </>
        ) : notes === 'waiting' ? (
          <p className="text-2">
            {`${other.firstName}’s browser encrypts the agenda for you when ${other.firstName} opens the session.`}
          </p>
        ) : (
          <p className="text-2">
            {notes === 'failed' ? 'The agenda could not be opened. Reload the page.' : 'Opening the agenda…'}
          </p>
        )}
        {!isOver && !room.isOpen && room.opensAt && Date.parse(room.opensAt) > now && (
          <PrivacyNote>{`The room opens on ${shortDay(room.opensAt)} at ${time(room.opensAt)}.`}</PrivacyNote>
        )}
      </section>
      {notes === 'open' && <ShareNotes room={room} otherName={other.firstName} />}
      {isOver && notes === 'open' && (
        <section className="card stack-3" aria-labelledby="actions">
          <h2 className="title-3" id="actions">
            Actions
          </h2>
          <ActionsPanel session={session} />
        </section>
      )}
    </>
  );
}
