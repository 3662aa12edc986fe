import { checkinChannel } from '#contract/channels.ts';
import { call, delay, ports, put, type Saga } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { peopleListed } from '#store/presence/presenceSlice.ts';

/** So that a thousand browsers that are told to ask again do not ask in one moment. */
const SPREAD_MS = 3_000;

export function* listPeople({ realtime, user }: RealtimeContext): Saga {
  try {
    const uuids = yield* call(() => realtime.hereNow(checkinChannel(user.tenantId)));
    yield* put(peopleListed({ uuids }));
  } catch (error) {
    yield* report(error, 'who is there'); // the next connection asks again
  }
}

/** Where too much changed at once for the service to tell it all, it says that the list has to be asked for. */
export function* listAgain(context: RealtimeContext): Saga {
  const { random } = yield* ports();
  yield* delay(random() * SPREAD_MS);
  yield* listPeople(context);
}
