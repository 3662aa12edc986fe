import { ports, type Saga } from '#sagas/effects.ts';
import { isRefusal, RealtimeError } from '#sagas/realtime/realtimeError.ts';

/** Reports what is somebody's fault. That the service is away for a while is nobody's, and the next occasion mends it. */
export function* report(error: unknown, where: string): Saga {
  const { reportError } = yield* ports();
  const isAway = error instanceof RealtimeError && !isRefusal(error);
  if (!isAway) reportError(error, where);
}
