import type { SessionUser } from '#contract/session.ts';
import { followUse } from '#sagas/analytics/followUse.ts';
import { celebrations } from '#sagas/celebration/celebrate.ts';
import { followReading } from '#sagas/chat/followReading.ts';
import { openLinkedConversations } from '#sagas/chat/openLinkedConversation.ts';
import { settleSearches } from '#sagas/chat/settleSearch.ts';
import { keepDrafts } from '#sagas/drafts/keepDrafts.ts';
import type { Saga } from '#sagas/effects.ts';
import { alertOfPeers } from '#sagas/notifications/alertOfPeer.ts';
import { refreshScreens } from '#sagas/notifications/refreshScreens.ts';
import { keepOutbox } from '#sagas/outbox/keepOutbox.ts';
import { holdDirectory } from '#sagas/people/holdDirectory.ts';
import { rememberPresence } from '#sagas/presence/rememberPresence.ts';
import { runRealtime } from '#sagas/realtime/runRealtime.ts';
import { supervise } from '#sagas/supervise.ts';

/** Everything that lives as long as one person's session. */
export function* runSession(user: SessionUser): Saga {
  yield* supervise('directory', holdDirectory);
  yield* supervise('celebrations', celebrations);
  yield* supervise('peer alerts', alertOfPeers);
  yield* supervise('screens', refreshScreens);
  yield* supervise('people search', settleSearches);
  yield* supervise('linked conversation', openLinkedConversations);
  yield* supervise('reading', followReading);
  yield* supervise('drafts', () => keepDrafts(user));
  yield* supervise('who was seen', () => rememberPresence(user));
  yield* supervise('outbox', () => keepOutbox(user));
  yield* supervise('analytics', () => followUse(user));
  yield* supervise('realtime', () => runRealtime(user));
}
