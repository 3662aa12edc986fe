import { race, run, type Saga, take, takeEvery } from '#sagas/effects.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { homeApi, needMessageStarted } from '#store/home/homeApi.ts';

/** Marks a need as done when the user sends the message that it suggests: a congratulation or a question. */
export function* settleNeeds(): Saga {
  yield takeEvery(needMessageStarted, settle);
}

function* settle({ payload: { keys, channel } }: ReturnType<typeof needMessageStarted>): Saga {
  while (true) {
    const { sent, again } = yield* race({ sent: take(messageSubmitted), again: take(needMessageStarted) });
    if (again?.payload.keys[0] === keys[0]) return; // started again: the newer wait marks the need as done
    if (sent?.payload.channel !== channel) continue;
    yield* run(homeApi.endpoints.markNeeds.initiate({ keys, mark: 'done' }, { track: false }));
    return;
  }
}
