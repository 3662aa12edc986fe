import { selectOpenPosts, selectShownMarks } from '#store/chat/chatSelectors.ts';
import { detailsOf, mayChange } from '#store/chat/marks.ts';
import type { RootState } from '#store/rootReducer.ts';

/** One's own newest message in the open conversation, while it may still be corrected. */
export function lastChangeable(state: RootState, ownId: number) {
  const post = selectOpenPosts(state).findLast(
    ({ publisherId, timetoken }) => timetoken !== null && publisherId === ownId,
  );
  if (!post || post.timetoken === null || !mayChange(post, ownId, Date.now())) return null;
  const { details, isDeleted, isUnreadable } = detailsOf(post, selectShownMarks(state)[post.timetoken]);
  return isDeleted || isUnreadable ? null : { messageTimetoken: post.timetoken, details };
}
