import { memo } from 'react';
import { MessageActionsButton } from '#src/chat/message-actions/MessageActionsButton.tsx';
import { MessageFailure } from '#src/chat/message-actions/MessageFailure.tsx';
import { Reactions } from '#src/chat/message-actions/Reactions.tsx';
import type { MessageHandlers } from '#src/chat/message-actions/useMessageActions.ts';
import { DELETED_TEXT, UNREADABLE_TEXT } from '#src/chat/messageTexts.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { Message } from '#store/chat/message.ts';
import { type MessageActions, shownMessage } from '#store/chat/messageActions.ts';
import type { PendingMessageAction } from '#store/chat/messageActionsSlice.ts';
import { MessageText } from './MessageText.tsx';
import { timesOf } from './messageTimes.ts';
import './bubble.css';
import './message.css';

interface MessageItemProps {
  message: Message;
  actions: MessageActions | undefined;
  failedAction: PendingMessageAction | undefined;
  senderName: string;
  ownId: number;
  startsDay: boolean;
  isFirstUnread: boolean;
  isContinued: boolean;
  isLast: boolean;
  isTabStop: boolean;
  /** Empty when the message does not match the search. */
  searchText: string;
  isCurrentMatch: boolean;
  handlers: MessageHandlers;
}

/** One message, below its date or the 'New' line if it has one. Memoised: only changed messages render again. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, actions, failedAction, ownId, startsDay, isContinued, isCurrentMatch, handlers } = props;
  const formats = useFormats();
  const { time, exactTime } = timesOf(message, formats);
  const { details, isDeleted, isEdited, isUnreadable, reactions } = shownMessage(message, actions, ownId);
  const isOwn = message.publisherId === ownId;
  const hasFailed = message.status !== 'sending' && message.status !== 'sent';
  const classes = [
    'message',
    isOwn && 'message-own',
    isContinued && 'message-continued',
    hasFailed && 'message-failed',
    isCurrentMatch && 'message-match',
  ];
  // The text of a refused edit is shown although the peer does not see it. `MessageFailure` tells the user.
  const showsEdited = isEdited && failedAction?.change.kind !== 'edit';
  const hasText = !isDeleted && !isUnreadable;
  const bubbleClasses = ['bubble', hasText ? isOnlyEmoji(details) && 'bubble-emoji' : 'bubble-placeholder'];
  // The time is hidden inside a block, not removed, because hiding costs the browser less.
  const sentAt = message.status === 'sent' && (
    <time
      className={showsEdited ? undefined : 'message-meta'}
      dateTime={new Date(message.timestamp).toISOString()}
      title={exactTime}
      hidden={!props.isLast}
    >
      {time}
    </time>
  );
  return (
    <>
      {startsDay && <li className="divider">{formats.recentDay(message.timestamp)}</li>}
      {props.isFirstUnread && <li className="divider divider-new">New</li>}
      <li
        className={classes.filter(Boolean).join(' ')}
        data-id={message.id}
        data-timetoken={message.timetoken ?? undefined}
      >
        <span className="message-sender">{props.senderName}: </span>
        <div className="message-line">
          <div className={bubbleClasses.filter(Boolean).join(' ')} title={exactTime} dir="auto">
            {isDeleted && DELETED_TEXT}
            {isUnreadable && UNREADABLE_TEXT}
            {hasText && (
              <MessageText details={details} searchText={props.searchText} isCurrentMatch={isCurrentMatch} />
            )}
          </div>
          {message.timetoken !== null && hasText && (
            <MessageActionsButton
              isTabStop={props.isTabStop}
              onFocus={() => handlers.onFocus(message)}
              onOpen={(button) => handlers.onOpenMenu(message, button)}
            />
          )}
        </div>
        {reactions.length > 0 && (
          <Reactions reactions={reactions} onToggle={(emoji) => handlers.onReact(message, emoji)} />
        )}
        {showsEdited ? (
          <span className="message-meta">
            {sentAt}
            <span>edited</span>
          </span>
        ) : (
          sentAt
        )}
        {message.status === 'sending' && <span className="message-state">Sending</span>}
        <MessageFailure message={message} failedAction={failedAction} handlers={handlers} />
      </li>
    </>
  );
});

/** Matches 1 to 3 emoji, including sequences such as families, flags and skin tones. */
const ONLY_EMOJI = emojiPattern();

function emojiPattern(): RegExp | null {
  try {
    return /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
  } catch {
    return null; // The browser does not support the `v` flag, so emoji keep the text size.
  }
}

/** The longest emoji sequences have about 30 UTF-16 units. */
const EMOJI_MAX_LENGTH = 100;

const isOnlyEmoji = (text: string) =>
  text.length <= EMOJI_MAX_LENGTH && ONLY_EMOJI !== null && ONLY_EMOJI.test(text);
