import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Need, NeedAction } from '#contract/home.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { needMessageStarted, useMarkNeedsMutation } from '#store/home/homeApi.ts';
import { pathOf } from './needs.ts';
import { useLoadedMutation } from './useLoadedMutation.ts';

const NeedMenu = lazyPart(() => import('./NeedMenu.tsx'));
const completion = async () => (await import('#store/programs/programsApi.ts')).programsApi.endpoints;
const confirmation = async () => (await import('#store/programs/learnersApi.ts')).learnersApi.endpoints;
const joining = async () => (await import('#store/programs/joiningApi.ts')).joiningApi.endpoints;

interface NeedActionsProps {
  need: Need;
  /** Only the first need of the screen has a primary button. */
  isPrimary?: boolean;
}

/** The actions of a need: its main action or a link to it, and a menu for snoozing it. */
export function NeedActions({ need, isPrimary = false }: NeedActionsProps) {
  const [markNeeds, marking] = useMarkNeedsMutation();
  if (need.snoozedUntil !== null)
    return (
      <ActButton
        need={{ ...need, verb: 'Return to list' }}
        isPrimary={false}
        busy={marking.isLoading}
        error={marking.error}
        onClick={() => void markNeeds({ keys: need.keys, mark: null })}
      />
    );
  return (
    <div className="need-actions">
      {need.action ? (
        <Act need={need} action={need.action} isPrimary={isPrimary} />
      ) : (
        <Link
          className={buttonClass(isPrimary ? 'primary' : 'outlined', !isPrimary)}
          to={pathOf(need)}
          aria-label={`${need.verb}: ${need.title}`}
        >
          {need.verb}
        </Link>
      )}
      {(need.can.snooze || need.can.done) && <MoreActions need={need} />}
    </div>
  );
}

function MoreActions({ need }: { need: Need }) {
  // Not in the store: a need that moves in the list, or returns to it, must not open its menu again.
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={`More actions: ${need.title}`}
        small
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={NeedMenu.preload}
        onFocus={NeedMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="icon" />
      </IconButton>
      {isOpen && <NeedMenu need={need} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ActProps {
  need: Need;
  action: NeedAction;
  isPrimary: boolean;
}
function Act({ need, action, isPrimary }: ActProps) {
  if (action.kind === 'complete_topic')
    return <CompleteTopic need={need} action={action} isPrimary={isPrimary} />;
  if (action.kind === 'confirm_topic')
    return <ConfirmTopic need={need} action={action} isPrimary={isPrimary} />;
  if (action.kind === 'accept_join')
    return <AcceptRequest need={need} action={action} isPrimary={isPrimary} />;
  return <SendMessage need={need} action={action} isPrimary={isPrimary} />;
}
type Kind<K extends NeedAction['kind']> = Omit<ActProps, 'action'> & {
  action: Extract<NeedAction, { kind: K }>;
};

interface ActButtonProps {
  need: Need;
  isPrimary: boolean;
  busy?: boolean;
  error?: unknown;
  onReached?: () => void;
  onClick: () => void;
}
const ActButton = ({ need, isPrimary, busy = false, error, onReached, onClick }: ActButtonProps) => (
  <>
    {error !== undefined && (
      <div className="need-error">
        <ErrorSummary>{problemOf(error).message}</ErrorSummary>
      </div>
    )}
    <Button
      variant={isPrimary ? 'primary' : 'outlined'}
      small={!isPrimary}
      busy={busy}
      onPointerEnter={onReached}
      onFocus={onReached}
      onClick={onClick}
      aria-label={`${need.verb}: ${need.title}`}
    >
      {need.verb}
    </Button>
  </>
);

function CompleteTopic({ need, action: { programId, topicId }, isPrimary }: Kind<'complete_topic'>) {
  const [complete, state] = useLoadedMutation(completion, ({ completeTopic }) =>
    completeTopic.initiate({ programId, topicId }, { track: false }),
  );
  return <ActButton need={need} isPrimary={isPrimary} {...state} onClick={complete} />;
}

function ConfirmTopic({ need, action: { programId, userId, topicId }, isPrimary }: Kind<'confirm_topic'>) {
  const [confirm, state] = useLoadedMutation(confirmation, ({ answerConfirmation }) =>
    answerConfirmation.initiate(
      { programId, userId, topicId, answer: { confirmed: true, note: null } },
      { track: false },
    ),
  );
  return <ActButton need={need} isPrimary={isPrimary} {...state} onClick={confirm} />;
}

function AcceptRequest({ need, action: { programId, userId }, isPrimary }: Kind<'accept_join'>) {
  const [accept, state] = useLoadedMutation(joining, ({ answerJoinRequest }) =>
    answerJoinRequest.initiate({ programId, userId, answer: { accept: true, note: null } }, { track: false }),
  );
  return <ActButton need={need} isPrimary={isPrimary} {...state} onClick={accept} />;
}

function SendMessage({ need, action: { person, text }, isPrimary }: Kind<'message'>) {
  const dispatch = useAppDispatch();
  const start = useStartConversation(person.userId, text);
  return (
    <ActButton
      need={need}
      isPrimary={isPrimary}
      onClick={() => start && dispatch(needMessageStarted({ keys: need.keys, channel: start() }))}
    />
  );
}
