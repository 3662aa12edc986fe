import { signOutEverywhere } from '#src/app/ports/auth.ts';
import type { Lock } from '#src/app/ports/refreshLock.ts';
import { noRefresh } from '#src/app/ports/refreshRecord.ts';
import { createServerClock } from '#src/app/ports/serverClock.ts';
import type { SessionChannel, SessionMessage } from '#src/app/ports/sessionChannel.ts';
import { createTokenManager, type TokenManager } from '#src/app/ports/tokenManager.ts';
import type { TokenEvent } from '#store/ports/tokens.ts';
import { json, problem } from '#test/support/fakeApi.ts';

const MINUTE = 60_000;
beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** A browser with tabs that share locks and a channel, and a server that rotates tokens and can fail. */
function aBrowser({ expiresIn = 3_600, hasLocks = true, hasHint = true } = {}) {
  const tabs = new Set<(message: SessionMessage) => void>();
  const shared = { record: noRefresh, hasHint, refreshes: 0, signOuts: 0, expiresIn };
  let answer = (): Response | Promise<Response> =>
    json({ idToken: `id-${shared.refreshes}`, expiresIn: shared.expiresIn });
  let queue: Promise<unknown> = Promise.resolve();
  const lock: Lock = (work) => {
    if (!hasLocks) return work();
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  };
  const fetch = async (path: string): Promise<Response> => {
    if (path.endsWith('sign-out')) {
      shared.signOuts += 1;
      return answer();
    }
    shared.refreshes += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return answer();
  };

  function openTab() {
    const listeners = new Set<(message: SessionMessage) => void>();
    const receive = (message: SessionMessage) => {
      for (const listener of Array.from(listeners)) listener(message);
    };
    tabs.add(receive);
    const channel: SessionChannel = {
      send(message) {
        for (const tab of tabs) if (tab !== receive) setTimeout(() => tabs.has(tab) && tab(message), 1);
      },
      listen(onMessage) {
        listeners.add(onMessage);
        return () => listeners.delete(onMessage);
      },
    };
    const clock = createServerClock();
    const tokenManager = createTokenManager({
      fetch,
      clock,
      lock,
      channel,
      refreshRecords: {
        read: async () => shared.record,
        update: async (change) => {
          shared.record = change(shared.record);
        },
      },
      hint: {
        exists: () => shared.hasHint,
        clear() {
          shared.hasHint = false;
        },
      },
    });
    const events: TokenEvent[] = [];
    tokenManager.listen((event) => events.push(event));
    return { tokenManager, events, clock, close: () => tabs.delete(receive) };
  }
  return {
    openTab,
    shared,
    fetch,
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}
async function settle<T>(promise: Promise<T>, ms = 15_000): Promise<T> {
  await pass(ms);
  return promise;
}
const signIn = async (tokenManager: TokenManager, expiresIn = 3_600) => {
  await tokenManager.signedIn(json({ idToken: 'id-0', expiresIn }));
  await pass(5);
};
const many = (tokenManager: TokenManager, count = 50) =>
  Promise.all(Array.from({ length: count }, () => tokenManager.forCall()));
const tokensOf = (answers: Awaited<ReturnType<typeof many>>) =>
  new Set(answers.map((answer) => (answer.kind === 'token' ? answer.idToken : answer.kind)));

describe('a call to the API', () => {
  it('is sent with its token and causes no refresh while the token is fresh', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    await pass(44 * MINUTE);
    expect(await tokenManager.forCall()).toEqual({ kind: 'token', idToken: 'id-0' });
    await pass(1_000);
    expect(browser.shared.refreshes).toBe(0);
  });

  it('is sent immediately in the last 15 minutes of the token, and one refresh runs in the background', async () => {
    const browser = aBrowser();
    const { tokenManager, events } = browser.openTab();
    await signIn(tokenManager);
    await pass(46 * MINUTE);
    expect(tokensOf(await many(tokenManager))).toEqual(new Set(['id-0']));
    await pass(1_000);
    expect(browser.shared.refreshes).toBe(1);
    expect(await tokenManager.forCall()).toEqual({ kind: 'token', idToken: 'id-1' });
    expect(events.at(-1)).toMatchObject({ kind: 'refreshed' });
  });

  it('waits for the refresh when its token has expired', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    await pass(61 * MINUTE);
    expect(tokensOf(await settle(many(tokenManager)))).toEqual(new Set(['id-1']));
    expect(browser.shared.refreshes).toBe(1);
  });

  it('uses a refresh window of a quarter of the lifetime of a short-lived token', async () => {
    const browser = aBrowser({ expiresIn: 120 });
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager, 120);
    await pass(85_000);
    await tokenManager.forCall();
    await pass(100);
    expect(browser.shared.refreshes).toBe(0);
    await pass(6_000);
    await tokenManager.forCall();
    await pass(100);
    expect(browser.shared.refreshes).toBe(1);
  });

  it('uses the server time if the browser’s clock is wrong', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    // The computer's clock is an hour slow.
    tokenManager.noteServerDate(new Date(Date.now() + 61 * MINUTE).toUTCString());
    expect(tokensOf(await settle(many(tokenManager, 3)))).toEqual(new Set(['id-1']));
  });

  it('gets no token before a user has signed in', async () => {
    expect(await aBrowser().openTab().tokenManager.forCall()).toEqual({ kind: 'missing' });
  });
});

describe('a refresh of the token', () => {
  it('happens once for 3 tabs with 50 calls each, 10 times in a row, and every call gets a token', async () => {
    const browser = aBrowser();
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
    await signIn(tabs[0]!.tokenManager);
    for (let round = 1; round <= 10; round++) {
      await pass(61 * MINUTE);
      const answers = await settle(Promise.all(tabs.map(({ tokenManager }) => many(tokenManager))));
      expect(browser.shared.refreshes).toBe(round);
      expect(tokensOf(answers.flat())).toEqual(new Set([`id-${round}`]));
    }
    expect(tabs.flatMap(({ events }) => events).some(({ kind }) => kind === 'refused')).toBe(false);
  });

  it('is repeated within the server’s grace period if the response was lost', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    await pass(61 * MINUTE);
    const startedAt = Date.now();
    browser.answers(() => {
      if (browser.shared.refreshes === 1) throw new TypeError('Failed to fetch');
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
      return json({ idToken: 'successor', expiresIn: 3_600 });
    });
    expect(tokensOf(await settle(many(tokenManager)))).toEqual(new Set(['successor']));
    expect(browser.shared.refreshes).toBe(2);
  });

  it('keeps the user signed in while the server is unavailable, and runs at most once in 2 s', async () => {
    const browser = aBrowser();
    const { tokenManager, events } = browser.openTab();
    await signIn(tokenManager);
    await pass(61 * MINUTE);
    browser.answers(() => problem(503, 'unavailable'));
    const tries: number[] = [];
    browser.answers(() => {
      tries.push(Date.now());
      return problem(503, 'unavailable');
    });
    expect(tokensOf(await settle(many(tokenManager)))).toEqual(new Set(['unavailable']));
    for (let n = 1; n < tries.length; n++) expect(tries[n]! - tries[n - 1]!).toBeGreaterThanOrEqual(2_000);
    expect(events.some(({ kind }) => kind === 'refused')).toBe(false);
    browser.answers(() => json({ idToken: 'back', expiresIn: 3_600 }));
    expect(tokensOf(await settle(many(tokenManager)))).toEqual(new Set(['back']));
  });

  it.each([
    ['that share a lock', true],
    ['without locks', false],
  ])(
    'runs in 3 tabs %s at most once in 2 s, with growing pauses while the service is unavailable',
    async (_, hasLocks) => {
      const browser = aBrowser({ hasLocks });
      const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
      await signIn(tabs[0]!.tokenManager);
      await pass(61 * MINUTE);
      const tries: number[] = [];
      browser.answers(() => {
        tries.push(Date.now());
        return problem(503, 'unavailable');
      });
      const calls: Promise<unknown>[] = [];
      for (let second = 0; second < 90; second++) {
        calls.push(...tabs.map(({ tokenManager }) => tokenManager.forCall()));
        await pass(1_000);
      }
      const pauses = tries.slice(1).map((at, n) => at - tries[n]!);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
      expect(pauses.slice(0, 4).map((ms) => Math.floor(ms / 1_000))).toEqual([2, 4, 8, 16]);
      expect(Math.max(...pauses)).toBeLessThan(18_000);
      browser.answers(() => json({ idToken: 'back', expiresIn: 3_600 }));
      await tabs[1]!.tokenManager.networkReturned();
      await pass(2_000);
      expect(tokensOf(await settle(many(tabs[0]!.tokenManager), 4_000))).toEqual(new Set(['back']));
      await Promise.all(calls);
    },
  );

  it('keeps using the valid token when it fails in the background', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    await pass(50 * MINUTE);
    browser.answers(() => problem(500, 'internal'));
    await tokenManager.forCall();
    await pass(10_000);
    expect(await tokenManager.forCall()).toEqual({ kind: 'token', idToken: 'id-0' });
  });

  it('ends the session if it is refused', async () => {
    const browser = aBrowser();
    const { tokenManager, events } = browser.openTab();
    await signIn(tokenManager);
    await pass(61 * MINUTE);
    browser.answers(() => problem(401, 'refresh-refused'));
    expect(tokensOf(await settle(many(tokenManager)))).toEqual(new Set(['refused']));
    expect(events.at(-1)).toEqual({ kind: 'refused' });
    expect(browser.shared.hasHint).toBe(false);
    expect(await tokenManager.forCall()).toEqual({ kind: 'missing' });
  });

  it('happens once if many calls get a 401', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    const answers = await settle(
      Promise.all(Array.from({ length: 20 }, () => tokenManager.afterRefusal('id-0'))),
    );
    expect(tokensOf(answers)).toEqual(new Set(['id-1']));
    expect(await tokenManager.afterRefusal('id-0')).toEqual({ kind: 'token', idToken: 'id-1' });
    expect(browser.shared.refreshes).toBe(1);
  });

  it('does not sign the user in again after a sign-out', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    await signIn(tokenManager);
    await pass(61 * MINUTE);
    const waiting = tokenManager.forCall();
    await pass(5);
    tokenManager.signedOut();
    expect(await settle(waiting)).toEqual({ kind: 'missing' });
    expect(tokenManager.isSignedIn()).toBe(false);
  });
});

describe('a new tab', () => {
  it('gets the token from another tab without a call to the server', async () => {
    const browser = aBrowser();
    await signIn(browser.openTab().tokenManager);
    const found = await settle(browser.openTab().tokenManager.restore(), 200);
    expect(found).toMatchObject({ kind: 'token' });
    expect(browser.shared.refreshes).toBe(0);
  });

  it('asks the server when no other tab is open, and only if a session may exist', async () => {
    const browser = aBrowser();
    expect(await settle(browser.openTab().tokenManager.restore())).toMatchObject({ kind: 'token' });
    expect(browser.shared.refreshes).toBe(1);
    const fresh = aBrowser({ hasHint: false });
    expect(await settle(fresh.openTab().tokenManager.restore())).toEqual({ kind: 'none' });
    expect(fresh.shared.refreshes).toBe(0);
  });

  it('causes one refresh when several tabs are opened at the same time', async () => {
    const browser = aBrowser();
    const found = await settle(
      Promise.all(
        [browser.openTab(), browser.openTab(), browser.openTab()].map(({ tokenManager }) =>
          tokenManager.restore(),
        ),
      ),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['token', 'token', 'token']);
    expect(browser.shared.refreshes).toBe(1);
  });

  it('waits if the server does not respond, and finds no session if the server refuses', async () => {
    const browser = aBrowser();
    const { tokenManager } = browser.openTab();
    browser.answers(() => problem(503, 'unavailable'));
    expect(await settle(tokenManager.restore())).toEqual({ kind: 'unavailable' });
    browser.answers(() => problem(401, 'refresh-refused'));
    expect(await settle(tokenManager.restore())).toEqual({ kind: 'none' });
  });
});

describe('signing out', () => {
  it('ends the session in every tab within a second and on the server', async () => {
    const browser = aBrowser();
    const [here, there] = [browser.openTab(), browser.openTab()];
    await signIn(here.tokenManager);
    expect(there.tokenManager.isSignedIn()).toBe(true);
    const signingOut = signOutEverywhere(browser.fetch, here.tokenManager, (ms) => here.clock.sleep(ms));
    await pass(900);
    await signingOut;
    expect(there.events.at(-1)).toEqual({ kind: 'signedOutElsewhere' });
    expect([here, there].map(({ tokenManager }) => tokenManager.isSignedIn())).toEqual([false, false]);
    expect(browser.shared).toMatchObject({ signOuts: 1, hasHint: false });
  });

  it('is repeated while the server is unavailable, but not after a new sign-in', async () => {
    const browser = aBrowser();
    const { tokenManager, clock } = browser.openTab();
    await signIn(tokenManager);
    browser.answers(() => problem(503, 'unavailable'));
    const signingOut = signOutEverywhere(browser.fetch, tokenManager, (ms) => clock.sleep(ms));
    await pass(4_000);
    expect(browser.shared.signOuts).toBe(2);
    await signIn(tokenManager);
    await pass(60_000);
    await signingOut;
    expect(browser.shared.signOuts).toBe(2);
  });
});
