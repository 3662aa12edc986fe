import { type KeyboardEvent, memo } from 'react';
import type { PendingChange } from '#store/chat/chatState.ts';
import { type Marks, shownPost } from '#store/chat/marks.ts';
import type { Post } from '#store/chat/post.ts';
import { MessageFailure } from './MessageFailure.tsx';
import { MessageText } from './MessageText.tsx';
import { isOnlyEmoji } from './onlyEmoji.ts';
import { timeOf } from './postTimes.ts';
import { Reactions } from './Reactions.tsx';
import { UNREADABLE } from './unreadable.ts';
import './bubble.css';
import './message.css';

/** What a row can ask for; the same object at every draw, so that rows stay. */
export interface MessageDeeds {
  focused: (post: Post) => void;
  openMenu: (post: Post, button: HTMLElement) => void;
  react: (post: Post, emoji: string) => void;
  retry: (post: Post) => void;
  retryChange: (change: PendingChange) => void;
  giveUpChange: (change: PendingChange) => void;
}

interface MessageProps {
  post: Post;
  marks: Marks | undefined;
  /** A correction of it that did not go out. */
  failedChange: PendingChange | undefined;
  writer: string;
  ownId: number;
  day: string | null;
  isFirstNew: boolean;
  isContinued: boolean;
  isLast: boolean;
  /** The one row whose actions the Tab key reaches; arrows lead to the others. */
  isTabStop: boolean;
  /** What is searched for; empty in rows that do not hold it. */
  sought: string;
  isFound: boolean;
  deeds: MessageDeeds;
}

/** One message with what stands above it. Memoised: of a long list only the rows that changed are drawn again. */
export const Message = memo(function Message(props: MessageProps) {
  const { post, marks, failedChange, writer, ownId, day, isFirstNew, isContinued, isLast, deeds } = props;
  const time = timeOf(post);
  const { details, isDeleted, isEdited, isUnreadable, reactions } = shownPost(post, marks, ownId);
  const isOwn = post.publisherId === ownId;
  const hasFailed = post.status === 'failed' || post.status === 'interrupted';
  const classes = [
    'message',
    isOwn && 'message-own',
    isContinued && 'message-continued',
    hasFailed && 'message-failed',
    props.isFound && 'message-found',
  ];
  // What was refused is shown, and yet nobody else sees it: it says so instead.
  const saysEdited = isEdited && failedChange?.change.kind !== 'edit';
  const isWordless = isDeleted || isUnreadable;
  const bubble = ['bubble', isWordless ? 'bubble-wordless' : isOnlyEmoji(details) && 'bubble-emoji'];
  // Hidden where the group goes on, and not taken out: it is cheaper for the browser than a row that loses a part.
  const sentAt = post.status === 'sent' && (
    <time
      className={saysEdited ? undefined : 'message-meta'}
      dateTime={new Date(post.timestamp).toISOString()}
      hidden={!isLast}
    >
      {time}
    </time>
  );
  return (
    <>
      {day && <li className="divider">{day}</li>}
      {isFirstNew && <li className="divider divider-new">New</li>}
      <li
        className={classes.filter(Boolean).join(' ')}
        data-id={post.id}
        data-timetoken={post.timetoken ?? undefined}
      >
        <span className="message-writer">{writer}: </span>
        <div className="message-line">
          <div className={bubble.filter(Boolean).join(' ')} title={time} dir="auto">
            {isDeleted && 'Message deleted'}
            {isUnreadable && UNREADABLE}
            {!isWordless && <MessageText details={details} sought={props.sought} isFound={props.isFound} />}
          </div>
          {post.timetoken !== null && !isWordless && (
            <button
              type="button"
              className="message-more"
              aria-label="Message actions"
              aria-haspopup="menu"
              tabIndex={props.isTabStop ? 0 : -1}
              onFocus={() => deeds.focused(post)}
              onKeyDown={walk}
              onClick={(event) => deeds.openMenu(post, event.currentTarget)}
            />
          )}
        </div>
        {reactions.length > 0 && (
          <Reactions reactions={reactions} onToggle={(emoji) => deeds.react(post, emoji)} />
        )}
        {saysEdited ? (
          <span className="message-meta">
            {sentAt}
            <span>edited</span>
          </span>
        ) : (
          sentAt
        )}
        {post.status === 'sending' && <span className="message-state">Sending</span>}
        <MessageFailure post={post} change={failedChange} deeds={deeds} />
      </li>
    </>
  );
});

/** Up and down lead from one message's actions to the next. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget.closest('ol');
  if (step === undefined || !list) return;
  event.preventDefault();
  const all = Array.from(list.querySelectorAll<HTMLElement>('.message-more'));
  all[all.indexOf(event.currentTarget) + step]?.focus();
}
