import { CircleAlert } from 'lucide-react';
import type { PendingChange } from '#store/chat/chatState.ts';
import type { Post } from '#store/chat/post.ts';
import type { MessageDeeds } from './Message.tsx';
import './messageFailure.css';

/** Why a message did not go out, in words. */
const CAUSES: Partial<Record<Post['status'], string>> = {
  failed: 'Not sent: it was refused',
  interrupted: 'Not sent: your session ended before',
};
const CHANGE_CAUSES: Partial<Record<PendingChange['status'], string>> = {
  refused: 'Not changed: it was refused',
  late: 'Not changed: more than 15 minutes have passed',
};

interface MessageFailureProps {
  post: Post;
  change: PendingChange | undefined;
  deeds: MessageDeeds;
}

/** What did not go out and what one can do about it. */
export function MessageFailure({ post, change, deeds }: MessageFailureProps) {
  const cause = CAUSES[post.status];
  if (!cause && !change) return null;
  return (
    <p className="failure">
      <CircleAlert className="icon" aria-hidden="true" />
      {cause ?? CHANGE_CAUSES[change?.status ?? 'refused']}
      {cause && (
        <button type="button" onClick={() => deeds.retry(post)}>
          Retry
        </button>
      )}
      {!cause && change?.status === 'refused' && (
        <button type="button" onClick={() => deeds.retryChange(change)}>
          Retry
        </button>
      )}
      {!cause && change && (
        <button type="button" onClick={() => deeds.giveUpChange(change)}>
          Undo
        </button>
      )}
    </p>
  );
}
