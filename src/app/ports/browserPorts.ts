import { loadWhenIdle } from '#src/app/offline/loadWhenIdle.ts';
import { browserCoaching } from '#src/app/ports/coaching/browserCoaching.ts';
import type { ClaimsPort } from '#store/ports/browserStorage.ts';
import { createAuthPort, signOutEverywhere } from './auth.ts';
import { browserPage } from './browserPage.ts';
import { browserConfetti } from './confetti.ts';
import { draftStorage } from './draftStorage.ts';
import { hintCookie } from './hintCookie.ts';
import { loadedOutbox } from './loadedOutbox.ts';
import { messageScreen } from './messageScreen.ts';
import { messagingKeys } from './messagingKeys.ts';
import { refreshLock } from './refreshLock.ts';
import { indexedDbRefreshRecords } from './refreshRecord.ts';
import { seenStorage } from './seenStorage.ts';
import { createServerClock } from './serverClock.ts';
import { broadcastSessionChannel } from './sessionChannel.ts';
import { createTokenManager } from './tokenManager.ts';

/** The server repeats the request id in its log lines and error responses. */
function withRequestId(request: Request) {
  request.headers.set('x-request-id', crypto.randomUUID());
  return request;
}

/** All side effects of this browser, given to the application as ports (docs/decisions/0002-ports-for-side-effects.md). */
export function browserPorts(view: Window & typeof globalThis, linkToken: () => string | null) {
  const fetch = (path: string, init?: RequestInit) => view.fetch(path, init);
  const clock = createServerClock();
  const tokenManager = createTokenManager({
    fetch,
    clock,
    lock: refreshLock(view.navigator.locks),
    refreshRecords: indexedDbRefreshRecords(view.indexedDB),
    channel: broadcastSessionChannel(),
    hint: hintCookie(view.document),
  });
  view.addEventListener('online', () => void tokenManager.networkReturned());
  const keys = messagingKeys();
  let claims: Promise<ClaimsPort> | undefined;
  return {
    auth: createAuthPort(fetch, tokenManager, linkToken, (url) => view.location.assign(url)),
    tokens: {
      ...tokenManager,
      forget() {
        tokenManager.forget();
        keys.forget();
      },
      signOut() {
        keys.forget();
        return signOutEverywhere(fetch, tokenManager, (ms) => clock.sleep(ms));
      },
    },
    messagingKeys: keys,
    page: browserPage(view),
    screen: messageScreen(view.document),
    seen: seenStorage(() => view.localStorage),
    drafts: draftStorage(() => view.localStorage),
    // Used only in a session, so it is part of the session's code.
    outbox: loadedOutbox(async () => {
      const { browserOutbox } = await import(/* webpackChunkName: "session" */ './browserOutbox.ts');
      return browserOutbox(view);
    }),
    loadSavedResponses: async () =>
      (
        await import(/* webpackChunkName: "version" */ '#src/app/offline/savedResponses.ts')
      ).browserSavedResponses(view),
    coaching: browserCoaching(view),
    confetti: browserConfetti(view.document),
    saveFile: (content: Blob, name: string) =>
      void import('./saveFile.ts').then(({ saveFile }) => saveFile(view.document, content, name)),
    fetch: (request: Request) => view.fetch(withRequestId(request)),
    // Uncaught errors appear in the console.
    reportError: (error: unknown, where: string) => view.reportError(new Error(where, { cause: error })),
    now: () => Date.now(),
    serverNow: () => clock.serverNow(),
    loadUpdates: () =>
      loadWhenIdle(view, async () => {
        const { openUpdates } = await import(
          /* webpackChunkName: "version" */ '#src/app/offline/browserUpdates.ts'
        );
        return openUpdates(view);
      }),
    // Used only in a session, like the outbox.
    claims: {
      async claim(key: string) {
        claims ??= import(/* webpackChunkName: "session" */ './claims.ts').then((code) =>
          code.browserClaims(),
        );
        return (await claims).claim(key);
      },
    },
    random: () => Math.random(),
  };
}
