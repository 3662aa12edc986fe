import { createAuthPort, signOutEverywhere } from './auth.ts';
import { browserPage } from './browserPage.ts';
import { browserTabs } from './browserTabs.ts';
import { browserConfetti } from './confetti.ts';
import { draftStorage } from './draftStorage.ts';
import { hintCookie } from './hintCookie.ts';
import { messageScreen } from './messageScreen.ts';
import { messagingKeys } from './messagingKeys.ts';
import { browserMoments } from './moments.ts';
import { createOutbox } from './outbox.ts';
import { indexedDbOutbox } from './outboxStore.ts';
import { broadcastPeers } from './peers.ts';
import { refreshLock } from './refreshLock.ts';
import { indexedDbMark } from './refreshMark.ts';
import { seenStorage } from './seenStorage.ts';
import { createServerClock } from './serverClock.ts';
import { createTokenKeeper } from './tokenKeeper.ts';

/** The service writes it into its log lines and into what it answers to what went wrong. */
function withRequestId(request: Request) {
  request.headers.set('x-request-id', crypto.randomUUID());
  return request;
}

/** Everything impure that this browser gives the application; what works over the network asks this one `fetch`. */
export function browserPorts(view: Window & typeof globalThis) {
  const fetch = (path: string, init?: RequestInit) => view.fetch(path, init);
  const clock = createServerClock();
  const keeper = createTokenKeeper({
    fetch,
    clock,
    lock: refreshLock(view.navigator.locks),
    mark: indexedDbMark(view.indexedDB),
    peers: broadcastPeers(),
    hint: hintCookie(view.document),
  });
  const keys = messagingKeys();
  return {
    auth: createAuthPort(fetch, keeper),
    tokens: {
      ...keeper,
      forget() {
        keeper.forget();
        keys.forget();
      },
      signOut() {
        keys.forget();
        return signOutEverywhere(fetch, keeper, (ms) => clock.sleep(ms));
      },
    },
    messagingKeys: keys,
    page: browserPage(view),
    screen: messageScreen(view.document),
    seen: seenStorage(() => view.localStorage),
    drafts: draftStorage(() => view.localStorage),
    outbox: createOutbox(indexedDbOutbox(view.indexedDB), browserTabs(view)),
    confetti: browserConfetti(view.document),
    fetch: (request: Request) => view.fetch(withRequestId(request)),
    // Seen where every uncaught error is seen: in a local deployment that is the console.
    reportError: (error: unknown, where: string) => view.reportError(new Error(where, { cause: error })),
    now: () => Date.now(),
    serverNow: () => clock.serverNow(),
    moments: browserMoments(),
    random: () => Math.random(),
  };
}
