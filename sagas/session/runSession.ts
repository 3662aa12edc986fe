import type { SessionUser } from '#contract/access/session.ts';
import { trackUsage } from '#sagas/analytics/trackUsage.ts';
import { celebrations } from '#sagas/celebration/celebrate.ts';
import { followReading } from '#sagas/chat/followReading.ts';
import { openLinkedConversations } from '#sagas/chat/openLinkedConversation.ts';
import { settleSearches } from '#sagas/chat/settleSearch.ts';
import { followActions } from '#sagas/coaching/followActions.ts';
import { followRooms } from '#sagas/coaching/followRooms.ts';
import { keepDrafts } from '#sagas/drafts/keepDrafts.ts';
import type { Saga } from '#sagas/effects.ts';
import { loadNeeds } from '#sagas/home/loadNeeds.ts';
import { settleNeeds } from '#sagas/home/settleNeeds.ts';
import { watchForPeers } from '#sagas/notifications/peerAlerts.ts';
import { refreshScreens } from '#sagas/notifications/refreshScreens.ts';
import { keepAnswers } from '#sagas/offline/keepAnswers.ts';
import { keepOutbox } from '#sagas/outbox/keepOutbox.ts';
import { refetchFailed } from '#sagas/page/refetchFailed.ts';
import { loadDirectory } from '#sagas/people/loadDirectory.ts';
import { rememberPresence } from '#sagas/presence/rememberPresence.ts';
import { runRealtime } from '#sagas/realtime/runRealtime.ts';
import { searchEverywhere } from '#sagas/search/searchEverywhere.ts';
import { supervise } from '#sagas/supervise.ts';
import { toasts } from '#sagas/toasts/toasts.ts';
import '#store/sessionSlices.ts';

/** Starts everything that runs as long as one user's session. */
export function* runSession(user: SessionUser): Saga {
  yield* supervise('saved answers', keepAnswers, user);
  yield* supervise('directory', loadDirectory);
  yield* supervise('celebrations', celebrations);
  yield* supervise('peer alerts', watchForPeers);
  yield* supervise('screens', refreshScreens);
  yield* supervise('failed queries', refetchFailed);
  yield* supervise('toasts', toasts);
  yield* supervise('needs', loadNeeds);
  yield* supervise('settled needs', settleNeeds);
  yield* supervise('people search', settleSearches);
  yield* supervise('search', searchEverywhere);
  yield* supervise('linked conversation', openLinkedConversations);
  yield* supervise('reading', followReading);
  yield* supervise('drafts', keepDrafts, user);
  yield* supervise('who was seen', rememberPresence, user);
  yield* supervise('outbox', keepOutbox, user);
  yield* supervise('analytics', trackUsage, user);
  yield* supervise('coaching room', followRooms, user);
  yield* supervise('agreed actions', followActions, user);
  yield* supervise('realtime', runRealtime, user);
}
