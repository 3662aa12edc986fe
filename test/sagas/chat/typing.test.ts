import { expireTyping, receiveSignal, signalTyping } from '#sagas/chat/typing.ts';
import { newConversation } from '#store/chat/conversation.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { peerStartedTyping } from '#store/chat/typingSlice.ts';
import { selectIsPeerTyping } from '#store/chat/widgetSelectors.ts';
import { conversationClosed, conversationOpened } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, draftChanged, editDraftKey } from '#store/drafts/draftsSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { aMax, CHANNEL, fromMax, open, say, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const type = ({ store }: Client, text: string, key = chatDraftKey(CHANNEL)) =>
  store.dispatch(draftChanged({ key, text }));

const isTyping = ({ state }: Client) => selectIsPeerTyping(state(), CHANNEL);

async function both() {
  const messaging = withHistory(0);
  const lena = start({ messaging });
  const max = start({ messaging, user: aMax });
  await pass(100);
  open(lena);
  await pass(100);
  return { messaging, lena, max };
}

const SOON = 50;

const conversation = (over: object = {}) =>
  conversationsLoaded({
    conversations: [{ ...newConversation(CHANNEL, 9), isMember: true, readTimetoken: '1', ...over }],
  });

const opened = conversationOpened({ channel: CHANNEL, peerId: 9 });

const in_ = (state: unknown) => state as RootState;

describe('typing', () => {
  it('is shown to the peer, but not on the user’s other devices', async () => {
    const { messaging, lena, max } = await both();
    const elsewhere = start({ messaging });
    await pass(100);
    type(lena, 'H');
    await pass(100);
    expect([lena, elsewhere, max].map(isTyping)).toEqual([false, false, true]);
  });

  it('is signalled once in 3 seconds', async () => {
    const { messaging, lena, max } = await both();
    for (let n = 1; n <= 70; n++) {
      type(lena, 'x'.repeat(n));
      await pass(100);
      expect(isTyping(max)).toBe(true);
    }
    expect(messaging.signals).toHaveLength(3);
  });

  it('ends without further signals', async () => {
    const { messaging, max } = await both();
    messaging.signalAs('uuid-lena', CHANNEL, { typing: true });
    await pass(4_900);
    expect(isTyping(max)).toBe(true);
    await pass(200);
    expect(isTyping(max)).toBe(false);
  });

  it('ends when the field is emptied, the conversation is closed, or the message arrives', async () => {
    const { messaging, lena, max } = await both();
    const endings = [
      () => type(lena, ''),
      () => lena.store.dispatch(conversationClosed({ channel: CHANNEL })),
      () => say(lena, 'Hello'),
    ];
    for (const end of endings) {
      open(lena);
      type(lena, 'Hel');
      await pass(100);
      expect(isTyping(max)).toBe(true);
      end();
      await pass(100);
      expect(isTyping(max)).toBe(false);
    }
    expect(messaging.signals.map(({ message }) => (message as { typing: boolean }).typing)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('is not signalled for an edit, and invalid signals are ignored', async () => {
    const { messaging, lena, max } = await both();
    type(lena, 'Tuesday', editDraftKey(CHANNEL));
    messaging.signalAs('uuid-lena', CHANNEL, { typing: 'yes' });
    await pass(100);
    expect(isTyping(max)).toBe(false);
    expect(messaging.signals).toHaveLength(1);
  });

  it('causes no error if the signal cannot be sent', async () => {
    const { messaging, lena } = await both();
    messaging.refuse('signal', 403);
    type(lena, 'H');
    await pass(100);
    messaging.publishAs('uuid-max', CHANNEL, fromMax('still here'), { id: 'still-here-1' });
    await pass(100);
    expect(lena.errors).toEqual([]);
    expect(Object.keys(lena.state().chat.messages.byChannel)).toEqual([CHANNEL]);
  });
});

describe('typing', () => {
  it('is signalled only in conversations with a message', async () => {
    const work = await aWorkplace();
    const typed = draftChanged({ key: chatDraftKey(CHANNEL), text: 'H' });
    await runFor(
      SOON,
      planOf({ ...work, state: stateAfter(opened) }, signalTyping, work.context).dispatch(typed),
    );
    expect(work.messaging.signals).toEqual([]);
    await runFor(
      SOON,
      planOf({ ...work, state: stateAfter(conversation(), opened) }, signalTyping, work.context).dispatch(
        typed,
      ),
    );
    expect(work.messaging.signals).toMatchObject([{ message: { typing: true } }]);
  });

  it('is shown for the peer and ends without further signals', async () => {
    const work = await aWorkplace();
    const signal = { channel: CHANNEL, publisher: 'uuid-max', message: { typing: true } };
    const shown = await planOf(work, receiveSignal, work.context, signal).run();
    expect(selectIsPeerTyping(in_(shown.storeState), CHANNEL)).toBe(true);
    const ended = await runFor(
      6_000,
      planOf(work, expireTyping).dispatch(peerStartedTyping({ channel: CHANNEL })),
    );
    expect(selectIsPeerTyping(in_(ended.storeState), CHANNEL)).toBe(false);
  });
});
