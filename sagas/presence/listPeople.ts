import { checkinChannel, personCheckinChannel } from '#contract/messaging/channels.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, ports, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { peopleListed, selectFollowed } from '#store/presence/presenceSlice.ts';

/** Spreads the requests of many browsers over this time. */
const SPREAD_MS = 3_000;

/** Retried until it succeeds, because until then it is not known who is offline. */
export function* listPeople(context: RealtimeContext): Saga {
  const { realtime } = context;
  for (let failures = 1; ; failures++) {
    try {
      const channels = yield* channelsToList(context);
      const uuids = channels.length === 0 ? [] : yield* call(() => realtime.hereNow(channels));
      yield* put(peopleListed({ uuids }));
      return;
    } catch (error) {
      if (failures === 1) yield* report(error, 'listing people online');
    }
    yield* call(waitToRetry, failures);
  }
}

function* channelsToList({ user, followsEveryone }: RealtimeContext): Saga<string[]> {
  if (followsEveryone) return [checkinChannel(user.tenantId)];
  const { byUuid } = yield* select(selectDirectory);
  const followed = Object.keys((yield* select(selectFollowed)) ?? {});
  return followed.flatMap((uuid) => {
    const person = byUuid.get(uuid);
    return person ? [personCheckinChannel(user.tenantId, person.userId)] : [];
  });
}

/** After too many changes the service sends an incomplete event: the list must be loaded. */
export function* listPeopleAgain(context: RealtimeContext): Saga {
  const { random } = yield* ports();
  yield* delay(random() * SPREAD_MS);
  yield* listPeople(context);
}
