import { selectConversationRows, selectOpenPosts, selectUnreadTotal } from '#store/chat/chatSelectors.ts';
import { conversationClosed, conversationStarted, messageSubmitted } from '#store/chat/chatSlice.ts';
import { aUser } from '../../fixtures/people.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { fakeMessaging } from '../../support/fakeRealtime.ts';
import { aMax, CHANNEL, lenaSays, open, texts, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

describe('a conversation', () => {
  it('is begun by one and appears with its message and an unread count at the other', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Hello Max'));
    await pass(100);
    expect(selectConversationRows(max.state())).toMatchObject([
      { name: 'Lena Larsen', unread: 1, lastMessage: { details: 'Hello Max', isOwn: false } },
    ]);
    expect(selectOpenPosts(lena.state())).toMatchObject([{ details: 'Hello Max', status: 'sent' }]);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('is there again after a reload, in order and once', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'one'));
    await pass(100);
    max.store.dispatch(messageSubmitted(CHANNEL, { id: 9, firstName: 'Max', lastName: 'M' }, 'two'));
    await pass(100);
    const reloaded = start({ messaging });
    await pass();
    open(reloaded);
    await pass(100);
    expect(texts(reloaded)).toEqual(['one', 'two']);
  });

  it('that was only opened is on nobody’s list', async () => {
    const lena = start();
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(selectConversationRows(lena.state())).toEqual([]);
    expect(lena.messaging.members.get(CHANNEL)).toBeUndefined();
  });

  it('counts nothing from before the person joined as unread', async () => {
    const messaging = withHistory(2);
    const newcomer = start({ messaging, user: aUser({ joinedAt: '2026-11-22T00:00:00.000Z' }) });
    await pass(100);
    expect(selectUnreadTotal(newcomer.state())).toBe(0);
  });
});
