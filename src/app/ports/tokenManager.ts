import { idTokenSchema } from '#contract/access/session.ts';
import { REFRESH_WINDOW_MS } from '#contract/limits.ts';
import type { RestoredSession, TokenAnswer, TokenEvent } from '#store/ports/tokens.ts';
import type { Lock } from './refreshLock.ts';
import { type RefreshRecords, waitBeforeAttempt } from './refreshRecord.ts';
import type { ServerClock } from './serverClock.ts';
import { requestToken, type SessionChannel } from './sessionChannel.ts';
import type { Token } from './token.ts';

/** How long to wait for other tabs to respond to a token request. */
const TAB_ANSWER_MS = 500;
const TAB_ANSWER_AT_START_MS = 100;
/** After a lost response, the request is repeated within the server's grace period of 10 s. */
const MAX_ATTEMPTS = 3;
/**
 * The longest time that a call waits for the next attempt. While the service cannot be reached, the call fails instead.
 */
const MAX_WAIT_MS = 4_000;
const CALL_TIMEOUT_MS = 4_000;
/** A token this close to its expiry may expire before the request arrives. */
const EXPIRY_MARGIN_MS = 2_000;

export interface TokenManagerOptions {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  clock: ServerClock;
  lock: Lock;
  refreshRecords: RefreshRecords;
  channel: SessionChannel;
  /** The readable companion of the refresh cookie: whether a session may exist. */
  hint: { exists(): boolean; clear(): void };
}
export type TokenManager = ReturnType<typeof createTokenManager>;

/**
 * Holds this tab's id token and refreshes it: one refresh at a time across all tabs, and at most one attempt in 2 s,
 * with growing pauses while the service cannot be reached. A call with a valid token never waits. A call with an
 * expired token waits for the refresh (docs/decisions/0008-token-refresh.md).
 */
export function createTokenManager({
  fetch,
  clock,
  lock,
  refreshRecords,
  channel,
  hint,
}: TokenManagerOptions) {
  let token: Token | null = null;
  let pendingRefresh: Promise<TokenAnswer> | null = null;
  /** A session may exist, but the server could not be reached since the start. */
  let isUnreachable = false;
  const listeners = new Set<(event: TokenEvent) => void>();
  const emit = (event: TokenEvent) => {
    for (const listener of listeners) listener(event);
  };

  const isValid = (candidate: Token | null): candidate is Token =>
    candidate !== null && candidate.expiresAt - clock.serverNow() > EXPIRY_MARGIN_MS;
  const isDue = ({ expiresAt, lifetimeMs }: Token) =>
    expiresAt - clock.serverNow() <= Math.min(REFRESH_WINDOW_MS, lifetimeMs / 4);
  const answerOf = ({ idToken }: Token): TokenAnswer => ({ kind: 'token', idToken });
  const adopt = (next: Token, event: 'signedIn' | 'refreshed' | null) => {
    token = next;
    isUnreachable = false;
    if (event) emit({ kind: event, expiresAt: clock.toLocalTime(next.expiresAt) });
    return answerOf(next);
  };

  channel.listen((message) => {
    if (message.kind === 'tokenRequested') {
      if (isValid(token)) channel.send({ kind: 'token', token });
    } else if (message.kind === 'token') {
      // Accepts a newer token of the same session. A tab that is signed out stays signed out.
      const isNewer = token ? message.token.obtainedAt > token.obtainedAt : pendingRefresh !== null;
      if (isNewer) adopt(message.token, token ? 'refreshed' : null);
    } else if (message.kind === 'signedIn') adopt(message.token, 'signedIn');
    else if (token || isUnreachable) {
      token = null;
      isUnreachable = false;
      emit({ kind: 'signedOutElsewhere' });
    }
  });

  const tokenFrom = async (response: Response): Promise<Token> => {
    clock.note(response.headers.get('date'));
    const { idToken, expiresIn } = idTokenSchema.parse(await response.json());
    const lifetimeMs = expiresIn * 1_000;
    return { idToken, lifetimeMs, expiresAt: clock.serverNow() + lifetimeMs, obtainedAt: clock.now() };
  };

  const recordSuccess = ({ obtainedAt }: Token) =>
    refreshRecords.update((record) => ({ ...record, refreshedAt: obtainedAt, attempts: 0 }));

  /** Allows one attempt at a time across all tabs, even if they share no lock. Returns the time to wait, or 0. */
  async function reserveAttempt(): Promise<number> {
    let wait = 0;
    await refreshRecords.update((record) => {
      wait = waitBeforeAttempt(record, clock.now());
      return wait > 0 ? record : { ...record, attemptedAt: clock.now(), attempts: record.attempts + 1 };
    });
    return wait;
  }

  /** Sends one refresh; null if the server cannot be reached or fails. */
  async function sendRefresh(): Promise<Token | 'refused' | null> {
    try {
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const response = await fetch('/api/auth/refresh', { method: 'POST', signal });
      if (response.status === 401 || response.status === 403) return 'refused';
      return response.ok ? await tokenFrom(response) : null;
    } catch {
      return null;
    }
  }

  /** Runs under the lock. Another tab may have refreshed while this tab waited for the lock. */
  async function refreshLocked(old: Token | null, since: number): Promise<TokenAnswer> {
    if (token !== old && isValid(token)) return answerOf(token);
    if ((await refreshRecords.read()).refreshedAt > since) {
      const received = await requestToken(
        channel,
        TAB_ANSWER_MS,
        (candidate) => candidate.obtainedAt > since && isValid(candidate),
      );
      if (received) return adopt(received, 'refreshed');
    }
    for (let attempts = 0; attempts < MAX_ATTEMPTS; ) {
      const wait = await reserveAttempt();
      if (wait > MAX_WAIT_MS) break;
      if (wait === 0) attempts++;
      const fresh = wait === 0 ? await sendRefresh() : await clock.sleep(wait);
      // In the meantime, the user signed out or in, or another tab refreshed. So the response for the old token is
      // ignored.
      if (token !== old) return token ? answerOf(token) : { kind: 'missing' };
      if (fresh === 'refused') {
        token = null;
        hint.clear();
        emit({ kind: 'refused' });
        return { kind: 'refused' };
      }
      if (fresh) {
        await recordSuccess(fresh);
        channel.send({ kind: 'token', token: fresh });
        return adopt(fresh, 'refreshed');
      }
    }
    return { kind: 'unavailable' };
  }

  function refresh(since = token?.obtainedAt ?? 0): Promise<TokenAnswer> {
    const old = token;
    pendingRefresh ??= lock(() => refreshLocked(old, since)).finally(() => {
      pendingRefresh = null;
    });
    return pendingRefresh;
  }

  return {
    async forCall(): Promise<TokenAnswer> {
      if (!token && isUnreachable) return { kind: 'unavailable' };
      if (!token) return pendingRefresh ?? { kind: 'missing' };
      if (!isValid(token)) return refresh();
      if (isDue(token)) void refresh();
      return answerOf(token);
    },
    async afterRefusal(idToken: string): Promise<TokenAnswer> {
      if (!token) return { kind: 'missing' };
      return token.idToken !== idToken && isValid(token) ? answerOf(token) : refresh();
    },
    /** Looks for a session in this browser: asks the other tabs, then the server. */
    async restore(): Promise<RestoredSession> {
      if (!hint.exists()) return { kind: 'none' };
      const { refreshedAt: since } = await refreshRecords.read();
      const received = await requestToken(channel, TAB_ANSWER_AT_START_MS, isValid);
      const answer = received ? adopt(received, null) : await refresh(since);
      isUnreachable = answer.kind === 'unavailable';
      if (isUnreachable) return { kind: 'unavailable' };
      return token ? { kind: 'token', expiresAt: clock.toLocalTime(token.expiresAt) } : { kind: 'none' };
    },
    /** Takes the token from the sign-in response. */
    async signedIn(response: Response): Promise<void> {
      const fresh = await tokenFrom(response);
      await recordSuccess(fresh);
      channel.send({ kind: 'signedIn', token: fresh });
      adopt(fresh, 'signedIn');
    },
    /** Signs out every tab immediately. Returns the token for the sign-out call to the server. */
    signedOut(): string | null {
      const last = token;
      token = null;
      isUnreachable = false;
      hint.clear();
      channel.send({ kind: 'signedOut' });
      return last?.idToken ?? null;
    },
    forget(): void {
      token = null;
      isUnreachable = false;
    },
    /** The network is back, so an earlier failure does not predict the next attempt. */
    networkReturned: () => refreshRecords.update((record) => ({ ...record, attempts: 0 })),
    isSignedIn: () => token !== null,
    noteServerDate: (date: string | null) => clock.note(date),
    listen(onEvent: (event: TokenEvent) => void): () => void {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
  };
}
