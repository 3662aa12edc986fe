import type { Action } from '@reduxjs/toolkit';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { call, delay, ports, race, run, type Saga, take } from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { historyLoaded, messagesReceived } from '#store/chat/messagesSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';
import type { Realtime } from '#store/ports/realtime.ts';

/** Keys go to their port and never into the store. Null when the session is over. See docs/decisions/0003-state-without-secrets.md. */
export function* fetchMessagingConfig(isRefused = false): Saga<MessagingConfig | null> {
  const { messagingKeys } = yield* ports();
  try {
    yield* retryUnless(
      () => run(messagingApi.endpoints.getMessagingConfig.initiate({ isRefused }, { track: false })),
      (error) => problemOf(error).kind === 'session',
    );
    return messagingKeys.current();
  } catch {
    return null; // the session was rejected, which ends this scope
  }
}

/** `isRefused`: the service refuses the current key although it has not expired. */
export function* renewKey(realtime: Realtime, isRefused = true): Saga<MessagingConfig | null> {
  const config = yield* call(fetchMessagingConfig, isRefused);
  if (config) yield* call(() => realtime.renewKey(config.authKey));
  return config;
}

/** When an eighth of the key's lifetime is left, at most every 10 s. */
const renewalMs = ({ expiresIn }: MessagingConfig) => Math.max(10_000, expiresIn * 1_000 * 0.875);

/**
 * Renews the access key before it expires. Returns the configuration if the cipher key has changed, because that needs
 * a new connection, and null when the session is over. A message that cannot be decrypted may have a newer cipher key,
 * so the configuration is requested immediately, but at most once between 2 renewals.
 */
export function* keepKey(realtime: Realtime, first: MessagingConfig): Saga<MessagingConfig | null> {
  let config: MessagingConfig | null = first;
  let hasAsked = false;
  while (config) {
    if (hasAsked) {
      yield* delay(renewalMs(config));
      hasAsked = false;
    } else {
      const { unreadable } = yield* race({
        due: delay(renewalMs(config)),
        unreadable: take({ match: hasUnreadable }),
      });
      hasAsked = unreadable !== undefined;
    }
    config = yield* call(renewKey, realtime, false);
    if (config && needsNewConnection(config, first)) return config;
  }
  return null;
}

const newestKey = ({ cipherKeys }: MessagingConfig) => cipherKeys?.[0]?.key;
/** Another cipher key, or an organisation that has grown or shrunk (decision 0133). */
const needsNewConnection = (config: MessagingConfig, first: MessagingConfig) =>
  newestKey(config) !== newestKey(first) || config.presence !== first.presence;

function hasUnreadable(action: unknown): action is Action {
  if (messagesReceived.match(action))
    return action.payload.messages.some(({ message }) => message.isUnreadable);
  if (historyLoaded.match(action)) return action.payload.messages.some(({ isUnreadable }) => isUnreadable);
  return (
    conversationsLoaded.match(action) &&
    action.payload.conversations.some(({ lastMessage }) => lastMessage?.isUnreadable)
  );
}
