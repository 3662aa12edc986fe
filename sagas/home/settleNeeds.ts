import type { SessionUser } from '#contract/access/session.ts';
import { call, race, type Saga, take, takeEvery } from '#sagas/effects.ts';
import { queueCall } from '#sagas/outbox/queueCall.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { needMessageStarted } from '#store/home/homeApi.ts';

/** Marks a need as done when the message that it suggests is delivered: a congratulation or a question. */
export function* settleNeeds(user: SessionUser): Saga {
  yield takeEvery(needMessageStarted, settle, user);
}

function* settle(
  user: SessionUser,
  { payload: { keys, channel } }: ReturnType<typeof needMessageStarted>,
): Saga {
  while (true) {
    const { sent, again } = yield* race({ sent: take(messageSubmitted), again: take(needMessageStarted) });
    if (again?.payload.keys[0] === keys[0]) return; // started again: the newer wait marks the need as done
    if (sent?.payload.channel !== channel) continue;
    const { id } = sent.payload;
    // The message can be delivered much later, also by another tab, so the mark waits in the outbox with it.
    yield* call(queueCall, user, {
      id: `need/${keys[0]}`,
      endpoint: 'markNeeds',
      args: { keys, mark: 'done' },
      after: { channel, id },
    });
    return;
  }
}
