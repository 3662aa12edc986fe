import { REFRESH_GUARD_MS, REFRESH_WINDOW_MS } from '#contract/limits.ts';
import { idTokenSchema } from '#contract/session.ts';
import type { TokenAnswer } from '#store/api/ports.ts';
import { askPeers, type Peers } from './peers.ts';
import type { Lock } from './refreshLock.ts';
import type { RefreshMark } from './refreshMark.ts';
import type { ServerClock } from './serverClock.ts';
import type { Token } from './token.ts';

const PEER_ANSWER_MS = 500;
const PEER_START_MS = 100;
/** An answer that was lost on its way must be asked for again within the service's grace of 10 s. */
const TRIES = 3;
const CALL_TIMEOUT_MS = 4_000;
/** A token this close to its end may be over when it arrives. */
const MARGIN_MS = 2_000;

export type KeeperEvent =
  | { kind: 'signedIn'; expiresAt: number }
  | { kind: 'refreshed'; expiresAt: number }
  | { kind: 'refused' }
  | { kind: 'signedOutElsewhere' };

export interface KeeperParts {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  clock: ServerClock;
  lock: Lock;
  mark: RefreshMark;
  peers: Peers;
  /** The readable companion of the refresh cookie: whether it is worth asking for a session. */
  hint: { exists(): boolean; clear(): void };
}
export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

/**
 * Holds the id token of this tab and renews it: at most one refresh at a time over all tabs, at most one in 2 s. A call
 * whose token is valid never waits; one whose token has ended waits for the refresh (rulings 7 and 8).
 */
export function createTokenKeeper({ fetch, clock, lock, mark, peers, hint }: KeeperParts) {
  let token: Token | null = null;
  let flight: Promise<TokenAnswer> | null = null;
  let lastTryAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<(event: KeeperEvent) => void>();
  const tell = (event: KeeperEvent) => {
    for (const listener of listeners) listener(event);
  };

  const isValid = (one: Token | null): one is Token =>
    one !== null && one.expiresAt - clock.serverNow() > MARGIN_MS;
  const isDue = (one: Token) =>
    one.expiresAt - clock.serverNow() <= Math.min(REFRESH_WINDOW_MS, one.lifetimeMs / 4);
  const answerOf = (one: Token): TokenAnswer => ({ kind: 'token', idToken: one.idToken });
  const adopt = (next: Token, kind: 'signedIn' | 'refreshed' | 'quietly') => {
    token = next;
    if (kind !== 'quietly') tell({ kind, expiresAt: clock.ourTime(next.expiresAt) });
    return answerOf(next);
  };

  peers.listen((message) => {
    if (message.kind === 'ask') {
      if (isValid(token)) peers.say({ kind: 'token', token });
    } else if (message.kind === 'token') {
      // A newer token of the same session; whoever is signed out here stays so.
      const isNewer = token ? message.token.obtainedAt > token.obtainedAt : flight !== null;
      if (isNewer) adopt(message.token, token ? 'refreshed' : 'quietly');
    } else if (message.kind === 'signedIn') adopt(message.token, 'signedIn');
    else if (token) {
      token = null;
      tell({ kind: 'signedOutElsewhere' });
    }
  });

  const tokenFrom = async (response: Response): Promise<Token> => {
    clock.note(response.headers.get('date'));
    const { idToken, expiresIn } = idTokenSchema.parse(await response.json());
    const lifetimeMs = expiresIn * 1_000;
    return { idToken, lifetimeMs, expiresAt: clock.serverNow() + lifetimeMs, obtainedAt: clock.now() };
  };

  /** One question to the service; null when it gave no answer that counts. */
  async function askService(): Promise<Token | 'refused' | null> {
    lastTryAt = clock.now();
    try {
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const response = await fetch('/api/auth/refresh', { method: 'POST', signal });
      if (response.status === 401 || response.status === 403) return 'refused';
      return response.ok ? await tokenFrom(response) : null;
    } catch {
      return null;
    }
  }

  /** Under the lock: perhaps another tab has done it while this one waited. */
  async function renew(old: Token | null, since: number): Promise<TokenAnswer> {
    if (token !== old && isValid(token)) return answerOf(token);
    if ((await mark.read()) > since) {
      const handed = await askPeers(peers, PEER_ANSWER_MS, (one) => one.obtainedAt > since && isValid(one));
      if (handed) return adopt(handed, 'refreshed');
    }
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      await clock.sleep(Math.max(0, lastTryAt + REFRESH_GUARD_MS - clock.now()));
      const fresh = await askService();
      // Signed out or in meanwhile: what the service says of the old session counts no longer.
      if (token !== old) return token ? answerOf(token) : { kind: 'missing' };
      if (fresh === 'refused') {
        token = null;
        hint.clear();
        tell({ kind: 'refused' });
        return { kind: 'refused' };
      }
      if (fresh) {
        await mark.write(fresh.obtainedAt);
        peers.say({ kind: 'token', token: fresh });
        return adopt(fresh, 'refreshed');
      }
    }
    return { kind: 'unavailable' };
  }

  function refresh(since = token?.obtainedAt ?? 0): Promise<TokenAnswer> {
    const old = token;
    flight ??= lock(() => renew(old, since)).finally(() => {
      flight = null;
    });
    return flight;
  }

  return {
    async forCall(): Promise<TokenAnswer> {
      if (!token) return flight ?? { kind: 'missing' };
      if (!isValid(token)) return refresh();
      if (isDue(token)) void refresh();
      return answerOf(token);
    },
    async afterRefusal(idToken: string): Promise<TokenAnswer> {
      if (!token) return { kind: 'missing' };
      return token.idToken !== idToken && isValid(token) ? answerOf(token) : refresh();
    },
    /** Is somebody signed in in this browser? The other tabs are asked first, then the service. */
    async restore(): Promise<
      { kind: 'token'; expiresAt: number } | { kind: 'none' } | { kind: 'unavailable' }
    > {
      if (!hint.exists()) return { kind: 'none' };
      const since = await mark.read();
      const handed = await askPeers(peers, PEER_START_MS, isValid);
      const answer = handed ? adopt(handed, 'quietly') : await refresh(since);
      if (answer.kind === 'unavailable') return { kind: 'unavailable' };
      return token ? { kind: 'token', expiresAt: clock.ourTime(token.expiresAt) } : { kind: 'none' };
    },
    /** The service has let somebody in. */
    async signedIn(response: Response): Promise<void> {
      const fresh = await tokenFrom(response);
      await mark.write(fresh.obtainedAt);
      peers.say({ kind: 'signedIn', token: fresh });
      adopt(fresh, 'signedIn');
    },
    /** Out at once in every tab. Gives back the token with which the service can be told. */
    signedOut(): string | null {
      const last = token;
      token = null;
      hint.clear();
      peers.say({ kind: 'signedOut' });
      return last?.idToken ?? null;
    },
    forget(): void {
      token = null;
    },
    isSignedIn: () => token !== null,
    noteServerDate: (date: string | null) => clock.note(date),
    listen(onEvent: (event: KeeperEvent) => void): () => void {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
  };
}
