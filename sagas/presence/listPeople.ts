import { checkinChannel } from '#contract/messaging/channels.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, ports, put, type Saga } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { peopleListed } from '#store/presence/presenceSlice.ts';

/** Spreads the requests of many browsers over this time. */
const SPREAD_MS = 3_000;

/** Retried until it succeeds, because until then it is not known who is offline. */
export function* listPeople({ realtime, user }: RealtimeContext): Saga {
  for (let failures = 1; ; failures++) {
    try {
      const uuids = yield* call(() => realtime.hereNow(checkinChannel(user.tenantId)));
      yield* put(peopleListed({ uuids }));
      return;
    } catch (error) {
      if (failures === 1) yield* report(error, 'listing people online');
    }
    yield* call(waitToRetry, failures);
  }
}

/** After too many changes the service sends an incomplete event: the list must be loaded. */
export function* listPeopleAgain(context: RealtimeContext): Saga {
  const { random } = yield* ports();
  yield* delay(random() * SPREAD_MS);
  yield* listPeople(context);
}
