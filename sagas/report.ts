import { isRefusal, RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { ports, type Saga } from './effects.ts';

/** Reports an error unless the messaging service is only unreachable, which the next attempt resolves. */
export function* report(error: unknown, where: string): Saga {
  const { reportError } = yield* ports();
  const isUnreachable = error instanceof RealtimeError && !isRefusal(error);
  if (!isUnreachable) reportError(error, where);
}
