import type { MessagingConfig } from '#contract/messaging.ts';
import { insist } from '#sagas/backoff.ts';
import { call, delay, ports, run, type Saga } from '#sagas/effects.ts';
import type { Realtime } from '#sagas/ports.ts';
import { problemOf } from '#store/api/problemOf.ts';
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

/** The key is renewed before it ends, so that nobody notices. */
export function* keepKey(realtime: Realtime, first: MessagingConfig): Saga {
  let config: MessagingConfig | null = first;
  while (config) {
    yield* delay(renewalMs(config));
    config = yield* call(renewKey, realtime, false);
  }
}
