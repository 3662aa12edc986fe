import type { SessionUser } from '#contract/access/session.ts';
import { call, race, type Saga, select, take, takeEvery } from '#sagas/effects.ts';
import { queueCall } from '#sagas/outbox/queueCall.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationLeft } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
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
    const { sent, again, left } = yield* race({
      sent: take(messageSubmitted),
      again: take(needMessageStarted),
      left: take({ match: conversationLeft }),
    });
    // One message settles one need: the newest wait of the conversation.
    if (again?.payload.channel === channel) return;
    // A suggestion that was not edited is not kept.
    if (left && (yield* select(selectDraft, chatDraftKey(channel))) === '') return;
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
