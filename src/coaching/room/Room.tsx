import { LogOut, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { type CoachingSession, wasHeld } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { UnreadCount } from '#src/chat/UnreadCount.tsx';
import { CallControls } from '#src/coaching/call/CallControls.tsx';
import { CallStage } from '#src/coaching/call/CallStage.tsx';
import { endedText } from '#src/coaching/session/EndedCard.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { selectUnreadIn } from '#store/chat/conversationSelectors.ts';
import { selectIsExpanded } from '#store/chat/widgetSelectors.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { useFinishCoachingRoomMutation } from '#store/coaching/room/roomApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { cameraToggled, muteToggled, roomContinuedHere, selectRoom } from '#store/coaching/room/roomSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ActionsPanel } from './ActionsPanel.tsx';
import { AgendaPanel } from './AgendaPanel.tsx';
import { CarriedActions } from './CarriedActions.tsx';
import { Clock } from './Clock.tsx';
import { More } from './More.tsx';
import { NotesField } from './NotesField.tsx';
import { Panel } from './Panel.tsx';
import './room.css';
import { OnlyYou, SavingStatus } from './SavingStatus.tsx';
import { SecurityCode } from './SecurityCode.tsx';
import { Stage } from './Stage.tsx';
import { useRoomKeys } from './useRoomKeys.ts';
import { useWholeWindow } from './useWholeWindow.ts';
import { WaitingNotes } from './WaitingNotes.tsx';

const TABS = [
  { id: 'agenda', label: 'Agenda' },
  { id: 'shared', label: 'Notes' },
  { id: 'own', label: 'Private' },
  { id: 'actions', label: 'Actions' },
] as const;

/** The meeting: people, agenda, notes and actions. It fills the window. */
export default function Room({ session, room }: { session: CoachingSession; room: CoachingRoom }) {
  const { other, minutes } = session;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { shortDay } = useFormats();
  const me = useAppSelector(selectUser);
  const { notes, shared, own, metAt, clockOffset, isElsewhere, hasKeys } = useAppSelector(selectRoom);
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('shared');
  const [isFinishing, setFinishing] = useState(false);
  useWholeWindow();
  useEffect(() => {
    // After the message field of an open chat, which also takes the focus.
    const timer = setTimeout(() => document.getElementById('room-title')?.focus());
    return () => clearTimeout(timer);
  }, []);
  const channel = me ? chatChannel(me.tenantId, me.userId, other.userId) : '';
  const leave = () => void navigate(roomPath(session, null));
  const chat = () => me && dispatch(conversationStarted({ channel, peerId: other.userId }));
  useRoomKeys(hasKeys, {
    m: () => dispatch(muteToggled()),
    v: () => dispatch(cameraToggled()),
    c: () => void chat(),
    n: () => {
      // Rendered at once, because a hidden panel cannot get the focus.
      flushSync(() => setTab('shared'));
      document.querySelector<HTMLElement>('#panel-shared-body textarea')?.focus();
    },
  });
  return (
    <div className="room">
      <header className="room-head">
        <span className="room-logo">
          <LogoMark />
        </span>
        <div className="grow">
          <h1 id="room-title" tabIndex={-1} aria-label={`Session with ${fullName(other)}`}>
            <span>{'Session with '}</span>
            {fullName(other)}
          </h1>
          <p className="small text-2 room-security">
            <span>Encrypted between your browsers.</span> <SecurityCode room={room} name={other.firstName} />
          </p>
        </div>
        <Clock metAt={metAt} minutes={minutes} offset={clockOffset} />
        <Button onClick={() => setFinishing(true)}>Finish session</Button>
      </header>
      <div className="room-body">
        {isElsewhere ? (
          <section className="stage stage-note" aria-label="People in the room">
            <p className="strong">The session is open in another tab or on another device.</p>
            <p>Your notes are shown in both places.</p>
            <p>
              <Button variant="primary" onClick={() => dispatch(roomContinuedHere())}>
                Continue here
              </Button>
            </p>
          </section>
        ) : (
          <People session={session} />
        )}
        <div className="work">
          <Panel id="agenda" title="Agenda" isChosen={tab === 'agenda'}>
            {notes === 'waiting' ? (
              <WaitingNotes name={other.firstName} />
            ) : (
              <>
                <CarriedActions session={session} />
                <AgendaPanel session={session} />
              </>
            )}
          </Panel>
          <Panel
            id="shared"
            title="Shared notes"
            isChosen={tab === 'shared'}
            beside={notes !== 'waiting' && <SavingStatus kind="shared" />}
          >
            {notes === 'waiting' ? (
              <WaitingNotes name={other.firstName} />
            ) : (
              <NotesField
                kind="shared"
                label="Shared notes"
                placeholder={`${other.firstName} and you write here together.`}
                text={shared?.text ?? ''}
              />
            )}
          </Panel>
          <Panel id="actions" title="Actions" isChosen={tab === 'actions'}>
            {notes === 'waiting' ? (
              <WaitingNotes name={other.firstName} />
            ) : (
              <ActionsPanel session={session} />
            )}
          </Panel>
          <Panel id="own" title="Private notes" isPrivate isChosen={tab === 'own'} beside={<OnlyYou />}>
            <NotesField
              kind="own"
              label="Private notes"
              placeholder="Only you can read this."
              text={own?.text ?? ''}
            />
          </Panel>
        </div>
      </div>
      <nav className="room-tabs" aria-label="Areas">
        {TABS.map(({ id, label }) => (
          <button key={id} type="button" aria-pressed={tab === id} onClick={() => setTab(id)}>
            {label}
          </button>
        ))}
      </nav>
      <div className="room-controls">
        <CallControls />
        <More room={room} name={other.firstName} />
        <ChatButton channel={channel} onClick={chat} />
        <button type="button" className="control control-leave" onClick={leave}>
          <LogOut className="icon" aria-hidden="true" />
          Leave session
        </button>
      </div>
      {isFinishing && <FinishDialog session={session} onClose={() => setFinishing(false)} />}
      {!room.isOpen && room.finishedAt === null && !wasHeld(session) && (
        <Dialog title="This room is closed" onClose={leave}>
          <div className="stack-4">
            <p>
              {session.ended
                ? `${endedText(session, shortDay)}.`
                : 'The room opens 15 minutes before the session and closes 2 hours after it.'}
            </p>
            <div className="row dialog-end">
              <Link className={buttonClass('primary')} to={roomPath(session, null)}>
                View session
              </Link>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Opens the chat. While it is closed, the room hides it, so this button shows its unread messages. */
function ChatButton({ channel, onClick }: { channel: string; onClick: () => void }) {
  const isOpen = useAppSelector(selectIsExpanded);
  const inChannel = useAppSelector((state) => selectUnreadIn(state, channel));
  const unread = isOpen ? 0 : inChannel;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const active = document.activeElement;
    const isFocusLost = !active || active === document.body || active.closest('.dock') !== null;
    if (wasOpen.current && !isOpen && isFocusLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      className="control"
      aria-label={
        unread > 0 ? plural(unread, 'Chat, # unread message', 'Chat, # unread messages') : undefined
      }
      onClick={onClick}
    >
      <MessageCircle className="icon" aria-hidden="true" />
      Chat
      <UnreadCount count={unread} />
    </button>
  );
}

/** Videos, or only the names if the person joined with notes only. */
function People({ session }: { session: CoachingSession }) {
  const { call } = useAppSelector(selectRoom);
  return call.mine === 'none' ? <Stage session={session} /> : <CallStage session={session} />;
}

function FinishDialog({ session, onClose }: { session: CoachingSession; onClose: () => void }) {
  const navigate = useNavigate();
  const [finish, finishing] = useFinishCoachingRoomMutation();
  const confirm = async () => {
    const { error } = await finish({ sessionId: session.sessionId });
    if (!error) void navigate(roomPath(session, 'wrap-up'), { replace: true });
  };
  return (
    <Dialog title="Finish for both?" onClose={onClose}>
      <div className="stack-4">
        <p>{`The session ends for ${session.other.firstName} and you. The wrap-up follows.`}</p>
        <FormErrors
          title="Not finished yet"
          message={finishing.error ? problemOf(finishing.error).message : null}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={finishing.isLoading} onClick={() => void confirm()}>
            Finish for both
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
