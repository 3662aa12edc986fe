import { selectIsPeerTyping } from '#store/chat/chatSelectors.ts';
import { conversationClosed } from '#store/chat/chatSlice.ts';
import { chatDraftKey, draftChanged, editDraftKey } from '#store/drafts/draftsSlice.ts';
import { type Client, pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { aMax, CHANNEL, fromMax, open, say, withHistory } from '../../support/lenaAndMax.ts';

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

describe('typing', () => {
  it('is seen by the other person, and by nobody on one’s own devices', async () => {
    const { messaging, lena, max } = await both();
    const elsewhere = start({ messaging });
    await pass(100);
    type(lena, 'H');
    await pass(100);
    expect([lena, elsewhere, max].map(isTyping)).toEqual([false, false, true]);
  });

  it('is said once in three seconds, however quickly somebody types', async () => {
    const { messaging, lena, max } = await both();
    for (let n = 1; n <= 70; n++) {
      type(lena, 'x'.repeat(n));
      await pass(100);
      expect(isTyping(max)).toBe(true);
    }
    expect(messaging.signals).toHaveLength(3);
  });

  it('ends by itself when nothing more is heard', async () => {
    const { messaging, max } = await both();
    messaging.signalAs('uuid-lena', CHANNEL, { typing: true });
    await pass(4_900);
    expect(isTyping(max)).toBe(true);
    await pass(200);
    expect(isTyping(max)).toBe(false);
  });

  it('ends when the field is emptied, when the conversation is closed, and with the message itself', async () => {
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

  it('is not said of a correction, nor of a signal that breaks the contract', async () => {
    const { messaging, lena, max } = await both();
    type(lena, 'Tuesday', editDraftKey(CHANNEL));
    messaging.signalAs('uuid-lena', CHANNEL, { typing: 'yes' });
    await pass(100);
    expect(isTyping(max)).toBe(false);
    expect(messaging.signals).toHaveLength(1);
  });

  it('that cannot be said disturbs nothing', async () => {
    const { messaging, lena } = await both();
    messaging.refuse('signal', 403);
    type(lena, 'H');
    await pass(100);
    messaging.publishAs('uuid-max', CHANNEL, fromMax('still here'), { id: 'still-here-1' });
    await pass(100);
    expect(lena.errors).toEqual([]);
    expect(Object.keys(lena.state().chat.threads)).toEqual([CHANNEL]);
  });
});
