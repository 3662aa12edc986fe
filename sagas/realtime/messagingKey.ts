import type { Action } from '@reduxjs/toolkit';
import type { MessagingConfig } from '#contract/messaging.ts';
import { insist } from '#sagas/backoff.ts';
import { call, delay, ports, race, run, type Saga, take } from '#sagas/effects.ts';
import type { Realtime } from '#sagas/ports.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { conversationsLoaded, historyLoaded, messagesReceived } from '#store/chat/chatSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';

/** The key goes to its port and never through the store. Null when the session is over. */
export function* fetchMessagingConfig(isRefused = false): Saga<MessagingConfig | null> {
  const { messagingKeys } = yield* ports();
  try {
    yield* insist(
      () => run(messagingApi.endpoints.getMessagingConfig.initiate({ isRefused }, { track: false })),
      (error) => problemOf(error).kind === 'session',
    );
    return messagingKeys.current();
  } catch {
    return null; // the base query has said `session/rejected`, which ends this scope
  }
}

/** `isRefused`: the service will not take the one we have, however long it would still live. */
export function* renewKey(realtime: Realtime, isRefused = true): Saga<MessagingConfig | null> {
  const config = yield* call(fetchMessagingConfig, isRefused);
  if (config) yield* call(() => realtime.renewKey(config.authKey));
  return config;
}

/** When an eighth of the key's life is left, and never more often than every 10 s. */
const renewalMs = ({ expiresIn }: MessagingConfig) => Math.max(10_000, expiresIn * 1_000 * 0.875);

/**
 * The key is renewed before it ends, so that nobody notices. Ends with a configuration that the line cannot take up, since
 * chats are encrypted by another key or from now on; null when the session is over. Whoever has no key and is sent what is
 * encrypted asks whether there is one by now, once.
 */
export function* keepKey(realtime: Realtime, first: MessagingConfig): Saga<MessagingConfig | null> {
  let config: MessagingConfig | null = first;
  let hasAsked = first.cipherKey !== undefined;
  while (config) {
    if (hasAsked) yield* delay(renewalMs(config));
    else {
      const wanted = { due: delay(renewalMs(config)), sealed: take({ match: bringsSealed }) };
      hasAsked = (yield* race(wanted)).sealed !== undefined;
    }
    config = yield* call(renewKey, realtime, false);
    if (config && config.cipherKey !== first.cipherKey) return config;
  }
  return null;
}

function bringsSealed(action: unknown): action is Action {
  if (messagesReceived.match(action)) return action.payload.arrivals.some(({ post }) => post.isUnreadable);
  if (historyLoaded.match(action)) return action.payload.posts.some(({ isUnreadable }) => isUnreadable);
  return (
    conversationsLoaded.match(action) &&
    action.payload.conversations.some(({ lastMessage }) => lastMessage?.isUnreadable)
  );
}
