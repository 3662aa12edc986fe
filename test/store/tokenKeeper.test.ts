import { signOutEverywhere } from '#src/app/ports/auth.ts';
import type { PeerMessage, Peers } from '#src/app/ports/peers.ts';
import type { Lock } from '#src/app/ports/refreshLock.ts';
import { createServerClock } from '#src/app/ports/serverClock.ts';
import { createTokenKeeper, type KeeperEvent, type TokenKeeper } from '#src/app/ports/tokenKeeper.ts';
import { json, problem } from '../support/fakeApi.ts';

const MINUTE = 60_000;
beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** A browser: what its tabs share. The service rotates tokens and can fail. */
function aBrowser({ expiresIn = 3_600, hasLocks = true, hasHint = true } = {}) {
  const tabs = new Set<(message: PeerMessage) => void>();
  const shared = { mark: 0, hasHint, refreshes: 0, signOuts: 0, expiresIn };
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
    const listeners = new Set<(message: PeerMessage) => void>();
    const hear = (message: PeerMessage) => {
      for (const listener of Array.from(listeners)) listener(message);
    };
    tabs.add(hear);
    const peers: Peers = {
      say(message) {
        for (const tab of tabs) if (tab !== hear) setTimeout(() => tabs.has(tab) && tab(message), 1);
      },
      listen(onMessage) {
        listeners.add(onMessage);
        return () => listeners.delete(onMessage);
      },
    };
    const clock = createServerClock();
    const keeper = createTokenKeeper({
      fetch,
      clock,
      lock,
      peers,
      mark: {
        read: async () => shared.mark,
        write: async (at) => {
          shared.mark = at;
        },
      },
      hint: {
        exists: () => shared.hasHint,
        clear() {
          shared.hasHint = false;
        },
      },
    });
    const events: KeeperEvent[] = [];
    keeper.listen((event) => events.push(event));
    return { keeper, events, clock, close: () => tabs.delete(hear) };
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
const signIn = async (keeper: TokenKeeper, expiresIn = 3_600) => {
  await keeper.signedIn(json({ idToken: 'id-0', expiresIn }));
  await pass(5);
};
const many = (keeper: TokenKeeper, count = 50) =>
  Promise.all(Array.from({ length: count }, () => keeper.forCall()));
const tokensOf = (answers: Awaited<ReturnType<typeof many>>) =>
  new Set(answers.map((answer) => (answer.kind === 'token' ? answer.idToken : answer.kind)));

describe('a call', () => {
  it('goes out with its token and refreshes nothing while there is time', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    await pass(44 * MINUTE);
    expect(await keeper.forCall()).toEqual({ kind: 'token', idToken: 'id-0' });
    await pass(1_000);
    expect(browser.shared.refreshes).toBe(0);
  });

  it('in the last 15 minutes goes out at once with its token, and one refresh runs behind it', async () => {
    const browser = aBrowser();
    const { keeper, events } = browser.openTab();
    await signIn(keeper);
    await pass(46 * MINUTE);
    expect(tokensOf(await many(keeper))).toEqual(new Set(['id-0']));
    await pass(1_000);
    expect(browser.shared.refreshes).toBe(1);
    expect(await keeper.forCall()).toEqual({ kind: 'token', idToken: 'id-1' });
    expect(events.at(-1)).toMatchObject({ kind: 'refreshed' });
  });

  it('whose token has ended waits for the one refresh', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    await pass(61 * MINUTE);
    expect(tokensOf(await settle(many(keeper)))).toEqual(new Set(['id-1']));
    expect(browser.shared.refreshes).toBe(1);
  });

  it('has a window of a quarter of the life of a short token', async () => {
    const browser = aBrowser({ expiresIn: 120 });
    const { keeper } = browser.openTab();
    await signIn(keeper, 120);
    await pass(85_000);
    await keeper.forCall();
    await pass(100);
    expect(browser.shared.refreshes).toBe(0);
    await pass(6_000);
    await keeper.forCall();
    await pass(100);
    expect(browser.shared.refreshes).toBe(1);
  });

  it('refreshes by the time of the service where the clock of the browser is wrong', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    // The computer was asleep by its own clock, or somebody set it back: the service says it is an hour later.
    keeper.noteServerDate(new Date(Date.now() + 61 * MINUTE).toUTCString());
    expect(tokensOf(await settle(many(keeper, 3)))).toEqual(new Set(['id-1']));
  });

  it('finds nobody where nobody has signed in', async () => {
    expect(await aBrowser().openTab().keeper.forCall()).toEqual({ kind: 'missing' });
  });
});

describe('a refresh', () => {
  it('happens once over 3 tabs with 50 calls each, ten times in a row, and every call gets a token', async () => {
    const browser = aBrowser();
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()];
    await signIn(tabs[0]!.keeper);
    for (let round = 1; round <= 10; round++) {
      await pass(61 * MINUTE);
      const answers = await settle(Promise.all(tabs.map(({ keeper }) => many(keeper))));
      expect(browser.shared.refreshes).toBe(round);
      expect(tokensOf(answers.flat())).toEqual(new Set([`id-${round}`]));
    }
    expect(tabs.flatMap(({ events }) => events).some(({ kind }) => kind === 'refused')).toBe(false);
  });

  it('whose answer was lost is asked for again within the grace of the service', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    await pass(61 * MINUTE);
    const startedAt = Date.now();
    browser.answers(() => {
      if (browser.shared.refreshes === 1) throw new TypeError('Failed to fetch');
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
      return json({ idToken: 'successor', expiresIn: 3_600 });
    });
    expect(tokensOf(await settle(many(keeper)))).toEqual(new Set(['successor']));
    expect(browser.shared.refreshes).toBe(2);
  });

  it('that cannot be made signs nobody out, is tried no more than once in 2 s, and works when the service is back', async () => {
    const browser = aBrowser();
    const { keeper, events } = browser.openTab();
    await signIn(keeper);
    await pass(61 * MINUTE);
    browser.answers(() => problem(503, 'unavailable'));
    const tries: number[] = [];
    browser.answers(() => {
      tries.push(Date.now());
      return problem(503, 'unavailable');
    });
    expect(tokensOf(await settle(many(keeper)))).toEqual(new Set(['unavailable']));
    for (let n = 1; n < tries.length; n++) expect(tries[n]! - tries[n - 1]!).toBeGreaterThanOrEqual(2_000);
    expect(events.some(({ kind }) => kind === 'refused')).toBe(false);
    browser.answers(() => json({ idToken: 'back', expiresIn: 3_600 }));
    expect(tokensOf(await settle(many(keeper)))).toEqual(new Set(['back']));
  });

  it('that fails in the background leaves the valid token in use', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    await pass(50 * MINUTE);
    browser.answers(() => problem(500, 'internal'));
    await keeper.forCall();
    await pass(10_000);
    expect(await keeper.forCall()).toEqual({ kind: 'token', idToken: 'id-0' });
  });

  it('that is refused ends the session', async () => {
    const browser = aBrowser();
    const { keeper, events } = browser.openTab();
    await signIn(keeper);
    await pass(61 * MINUTE);
    browser.answers(() => problem(401, 'refresh-refused'));
    expect(tokensOf(await settle(many(keeper)))).toEqual(new Set(['refused']));
    expect(events.at(-1)).toEqual({ kind: 'refused' });
    expect(browser.shared.hasHint).toBe(false);
    expect(await keeper.forCall()).toEqual({ kind: 'missing' });
  });

  it('after a 401 gives another token, once for many calls', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    const answers = await settle(Promise.all(Array.from({ length: 20 }, () => keeper.afterRefusal('id-0'))));
    expect(tokensOf(answers)).toEqual(new Set(['id-1']));
    expect(await keeper.afterRefusal('id-0')).toEqual({ kind: 'token', idToken: 'id-1' });
    expect(browser.shared.refreshes).toBe(1);
  });

  it('does not bring a person back who has left meanwhile', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    await signIn(keeper);
    await pass(61 * MINUTE);
    const waiting = keeper.forCall();
    await pass(5);
    keeper.signedOut();
    expect(await settle(waiting)).toEqual({ kind: 'missing' });
    expect(keeper.isSignedIn()).toBe(false);
  });
});

describe('a new tab', () => {
  it('gets the token of another one without asking the service', async () => {
    const browser = aBrowser();
    await signIn(browser.openTab().keeper);
    const found = await settle(browser.openTab().keeper.restore(), 200);
    expect(found).toMatchObject({ kind: 'token' });
    expect(browser.shared.refreshes).toBe(0);
  });

  it('asks the service where no other tab is open, and only if there has been a session', async () => {
    const browser = aBrowser();
    expect(await settle(browser.openTab().keeper.restore())).toMatchObject({ kind: 'token' });
    expect(browser.shared.refreshes).toBe(1);
    const fresh = aBrowser({ hasHint: false });
    expect(await settle(fresh.openTab().keeper.restore())).toEqual({ kind: 'none' });
    expect(fresh.shared.refreshes).toBe(0);
  });

  it('opened together with others causes one refresh', async () => {
    const browser = aBrowser();
    const found = await settle(
      Promise.all(
        [browser.openTab(), browser.openTab(), browser.openTab()].map(({ keeper }) => keeper.restore()),
      ),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['token', 'token', 'token']);
    expect(browser.shared.refreshes).toBe(1);
  });

  it('waits where the service does not answer, and finds nobody where it refuses', async () => {
    const browser = aBrowser();
    const { keeper } = browser.openTab();
    browser.answers(() => problem(503, 'unavailable'));
    expect(await settle(keeper.restore())).toEqual({ kind: 'unavailable' });
    browser.answers(() => problem(401, 'refresh-refused'));
    expect(await settle(keeper.restore())).toEqual({ kind: 'none' });
  });
});

describe('signing out', () => {
  it('ends every tab within a second and tells the service', async () => {
    const browser = aBrowser();
    const [here, there] = [browser.openTab(), browser.openTab()];
    await signIn(here.keeper);
    expect(there.keeper.isSignedIn()).toBe(true);
    const told = signOutEverywhere(browser.fetch, here.keeper, (ms) => here.clock.sleep(ms));
    await pass(900);
    await told;
    expect(there.events.at(-1)).toEqual({ kind: 'signedOutElsewhere' });
    expect([here, there].map(({ keeper }) => keeper.isSignedIn())).toEqual([false, false]);
    expect(browser.shared).toMatchObject({ signOuts: 1, hasHint: false });
  });

  it('is told again when the service was away, but never after somebody has signed in again', async () => {
    const browser = aBrowser();
    const { keeper, clock } = browser.openTab();
    await signIn(keeper);
    browser.answers(() => problem(503, 'unavailable'));
    const told = signOutEverywhere(browser.fetch, keeper, (ms) => clock.sleep(ms));
    await pass(4_000);
    expect(browser.shared.signOuts).toBe(2);
    await signIn(keeper);
    await pass(60_000);
    await told;
    expect(browser.shared.signOuts).toBe(2);
  });
});
