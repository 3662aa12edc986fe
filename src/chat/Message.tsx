import { format } from 'date-fns';
import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { MESSAGE_TIME_FORMAT } from '#contract/limits.ts';
import { Linked } from '#src/ui/Linked.tsx';
import type { Post } from '#store/chat/thread.ts';

/** Why a message did not go out, in words. */
const CAUSES: Partial<Record<Post['status'], string>> = {
  failed: 'Not sent: it was refused',
  interrupted: 'Not sent: your session ended before',
};

interface MessageProps {
  post: Post;
  writer: string;
  isOwn: boolean;
  day: string | null;
  isFirstNew: boolean;
  isContinued: boolean;
  isLast: boolean;
  onRetry: (id: string) => void;
}

/** One message with what stands above it. Memoised: of a long list only the rows that changed are drawn again. */
export const Message = memo(function Message(props: MessageProps) {
  const { post, writer, isOwn, day, isFirstNew, isContinued, isLast, onRetry } = props;
  const time = format(post.timestamp, MESSAGE_TIME_FORMAT);
  const cause = CAUSES[post.status];
  const classes = [
    'message',
    isOwn && 'message-own',
    isContinued && 'message-continued',
    cause && 'message-failed',
  ];
  return (
    <>
      {day && <li className="divider">{day}</li>}
      {isFirstNew && <li className="divider divider-new">New</li>}
      <li
        className={classes.filter(Boolean).join(' ')}
        data-id={post.id}
        data-timetoken={post.timetoken ?? undefined}
      >
        <span className="visually-hidden">{writer}: </span>
        <div className="bubble" title={time}>
          <Linked text={post.details} />
        </div>
        {post.status === 'sent' && isLast && (
          <time dateTime={new Date(post.timestamp).toISOString()}>{time}</time>
        )}
        {post.status === 'sending' && <span className="message-state">Sending</span>}
        {cause && (
          <p className="failure">
            <CircleAlert className="icon" aria-hidden="true" />
            {cause}
            <button type="button" onClick={() => onRetry(post.id)}>
              Retry
            </button>
          </p>
        )}
      </li>
    </>
  );
});
