import { encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { pageHistories, pageHistory } from '#sagas/chat/pageHistory.ts';
import { selectHistory, selectMessages, selectOpenHistory } from '#store/chat/messageSelectors.ts';
import { historyRequested } from '#store/chat/messagesSlice.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { connected, networkChanged } from '#store/connection/connectionSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, fromMax, open, texts, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

type Work = Awaited<ReturnType<typeof aWorkplace>>;

const SOON = 50;

const opened = conversationOpened({ channel: CHANNEL, peerId: 9 });

const in_ = (state: unknown) => state as RootState;

const sayAs = ({ messaging }: Work, count: number) => {
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `worker-message-${n}` });
  return messaging.log.at(-1)!;
};

describe('history', () => {
  it('loads pages of 500 messages in calls of 100 back to the start, without gaps or duplicates', async () => {
    const lena = start({ messaging: withHistory(742) });
    await pass(100);
    lena.messaging.calls.length = 0;
    open(lena);
    await pass(100);
    expect(lena.messaging.calls.filter((call) => call === 'history')).toHaveLength(5);
    expect(texts(lena)).toHaveLength(500);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(Array.from({ length: 742 }, (_, index) => `message ${index + 1}`));
    expect(selectOpenHistory(lena.state())).toMatchObject({ isAtStart: true, isLoading: false });
  });

  it('loads all pages down to a requested message', async () => {
    const lena = start({ messaging: withHistory(1_742) });
    await pass(100);
    open(lena);
    await pass(100);
    const wanted = lena.messaging.log[249]!.timetoken;
    lena.store.dispatch(historyRequested({ channel: CHANNEL, downTo: wanted }));
    await pass(100);
    // The last call also returns the other messages of the same page of 100.
    expect(texts(lena)[0]).toBe('message 243');
    expect(selectOpenHistory(lena.state())).toMatchObject({ isAtStart: false, isLoading: false });
  });

  it('is loaded on retry after a failure', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    lena.messaging.refuse('history', 403);
    open(lena);
    await pass(100);
    expect(selectOpenHistory(lena.state())).toMatchObject({ hasFailed: true, isLoading: false });
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(['message 1']);
  });
});

describe('pageHistory', () => {
  it('is loaded in the open conversation when the connection is back', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    lena.messaging.refuse('history', 403);
    open(lena);
    await pass(100);
    expect(selectOpenHistory(lena.state()).hasFailed).toBe(true);
    lena.store.dispatch(networkChanged({ isOnline: true }));
    await pass(100);
    expect(selectOpenHistory(lena.state()).hasFailed).toBe(false);
    expect(texts(lena)).toEqual(['message 1']);
  });

  it('loads 500 messages at a time, and their message actions first', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 620);
    work.messaging.actAs('uuid-max', CHANNEL, timetoken, encodeMessageAction({ kind: 'delete' }, 'x'));
    const { storeState } = await runFor(500, planOf(work, pageHistory, work.context, CHANNEL));
    const { messages, actions } = {
      messages: selectMessages(in_(storeState), CHANNEL),
      actions: in_(storeState).chat.messageActions.byChannel[CHANNEL],
    };
    expect(messages).toHaveLength(500);
    expect(actions?.[timetoken]?.deletedBy).toEqual({ 9: true });
  });

  // A message that arrives between an earlier load and the first connection would be missing.
  it('is not loaded before the first connection', async () => {
    const work = await aWorkplace();
    await runFor(SOON, planOf(work, pageHistories, work.context).dispatch(opened));
    expect(work.messaging.calls).not.toContain('history');
  });

  it('starts when the user opens a conversation and the connection exists', async () => {
    const work = await aWorkplace();
    sayAs(work, 2);
    const plan = planOf(work, pageHistories, work.context).dispatch(opened).dispatch(connected());
    const { storeState } = await runFor(SOON, plan);
    expect(selectHistory(in_(storeState), CHANNEL)).toMatchObject({
      isAtStart: true,
      isLoading: false,
    });
  });
});
