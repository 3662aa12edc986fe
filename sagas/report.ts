import { isRefusal, RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { ports, type Saga } from './effects.ts';

/**
 * Reports an error, except when the messaging service is merely unreachable, because the next attempt resolves that.
 */
export function* report(error: unknown, where: string): Saga {
  const { reportError } = yield* ports();
  const isUnreachable = error instanceof RealtimeError && !isRefusal(error);
  if (!isUnreachable) reportError(error, where);
}
