import { selectUnreadTotal } from '#store/chat/conversationSelectors.ts';
import { conversationClosed } from '#store/chat/widgetSlice.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, fromMax, open, texts, withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const READ = 1_500;

/** Max's browser publishes his message again with the same id, as it may after a lost response. */
function maxSays(messaging: ReturnType<typeof withHistory>) {
  const message = fromMax('Said once');
  return () => messaging.publishAs('uuid-max', CHANNEL, message, { id: 'said-once-1' });
}

describe('a message that was stored twice', () => {
  it('counts once, live and after a reload', async () => {
    const messaging = withHistory(0);
    const lena = start({ messaging });
    await pass(100);
    const publish = maxSays(messaging);
    publish();
    await pass(100);
    publish();
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    const reloaded = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(reloaded.state())).toBe(1);
  });

  it('does not become unread again if it was read before the second copy arrived', async () => {
    const messaging = withHistory(0);
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    const publish = maxSays(messaging);
    publish();
    await pass(READ);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    publish();
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    const reloaded = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(reloaded.state())).toBe(0);
    // A new message counts as unread.
    messaging.publishAs('uuid-max', CHANNEL, fromMax('And this'), { id: 'and-this-1' });
    await pass(100);
    const again = start({ messaging });
    await pass(100);
    for (const client of [lena, reloaded, again]) expect(selectUnreadTotal(client.state())).toBe(1);
  });

  it('counts once if the conversation is opened after both copies arrived', async () => {
    const messaging = withHistory(0);
    const publish = maxSays(messaging);
    publish();
    const lena = start({ messaging });
    await pass(100);
    publish();
    await pass(100);
    open(lena);
    await pass(300);
    expect(texts(lena)).toEqual(['Said once']);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    const reloaded = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(reloaded.state())).toBe(0);
  });
});
