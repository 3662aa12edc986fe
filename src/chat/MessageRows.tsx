import { memo } from 'react';
import type { PendingChange } from '#store/chat/chatState.ts';
import type { Marks } from '#store/chat/marks.ts';
import type { Post } from '#store/chat/post.ts';
import { Message, type MessageDeeds } from './Message.tsx';
import type { PostRow } from './postRows.ts';

interface MessageRowsProps {
  rows: readonly PostRow[];
  marks: Record<string, Marks>;
  failedChanges: Record<string, PendingChange>;
  peerName: string;
  ownId: number;
  /** The row that the Tab key reaches, when it is one of these. */
  tabStop: string | null;
  sought: string;
  foundPosts: ReadonlySet<Post | undefined>;
  current: Post | null;
  deeds: MessageDeeds;
}

/** A run of messages. Memoised: a message that comes draws the last run only, and of that what has changed. */
export const MessageRows = memo(function MessageRows(props: MessageRowsProps) {
  const { rows, marks, failedChanges, peerName, ownId, tabStop, sought, foundPosts, current, deeds } = props;
  return rows.map(({ post, isOwn, ...row }) => (
    <Message
      key={post.id}
      post={post}
      marks={marks[post.timetoken ?? '']}
      failedChange={failedChanges[post.timetoken ?? '']}
      writer={isOwn ? 'You' : peerName}
      ownId={ownId}
      isTabStop={post.id === tabStop}
      sought={foundPosts.has(post) ? sought : ''}
      isFound={post === current}
      deeds={deeds}
      {...row}
    />
  ));
});
