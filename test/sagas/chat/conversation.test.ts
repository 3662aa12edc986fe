import { loadConversations } from '#sagas/chat/loadConversations.ts';
import { refreshConversations } from '#sagas/chat/refreshConversations.ts';
import { settleSearches } from '#sagas/chat/settleSearch.ts';
import {
  selectConversation,
  selectConversationRows,
  selectListStatus,
  selectUnreadIn,
  selectUnreadTotal,
} from '#store/chat/conversationSelectors.ts';
import { conversationsRequested } from '#store/chat/conversationsSlice.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { selectSearchedText } from '#store/chat/widgetSelectors.ts';
import {
  conversationClosed,
  conversationOpened,
  conversationStarted,
  searchOpened,
  searchTextChanged,
} from '#store/chat/widgetSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { aUser } from '#test/fixtures/people.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { aMax, CHANNEL, fromMax, lenaSays, open, texts, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

type Work = Awaited<ReturnType<typeof aWorkplace>>;

const SOON = 50;

const in_ = (state: unknown) => state as RootState;

const known = (state: unknown) => selectConversation(in_(state), CHANNEL);

const unreadIn = (state: unknown) => selectUnreadIn(in_(state), CHANNEL);

const sayAs = ({ messaging }: Work, count: number) => {
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `worker-message-${n}` });
  return messaging.log.at(-1)!;
};

describe('a conversation', () => {
  it('is listed for the other user with an unread count after one user starts it', async () => {
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
    expect(selectOpenMessages(lena.state())).toMatchObject([{ details: 'Hello Max', status: 'sent' }]);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('shows only the kind of session feedback in the list, without a colon', async () => {
    const lena = start();
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Confidential session feedback: between us'));
    await pass(100);
    expect(selectConversationRows(lena.state())[0]?.preview?.text).toBe('Confidential session feedback');
  });

  it('is shown in order and without duplicates after a reload', async () => {
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

  it('is not listed if it was only opened', async () => {
    const lena = start();
    await pass();
    lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(selectConversationRows(lena.state())).toEqual([]);
    expect(lena.messaging.members.get(CHANNEL)).toBeUndefined();
  });

  it('does not count messages sent before the user joined as unread', async () => {
    const messaging = withHistory(2);
    const newcomer = start({ messaging, user: aUser({ joinedAt: '2026-11-22T00:00:00.000Z' }) });
    await pass(100);
    expect(selectUnreadTotal(newcomer.state())).toBe(0);
  });
});

describe('loadConversations', () => {
  it('loads the last message and the unread count of each conversation', async () => {
    const work = await aWorkplace();
    work.messaging.setMember(CHANNEL, 'uuid-lena', undefined);
    sayAs(work, 3);
    const { storeState } = await runFor(SOON, planOf(work, loadConversations, work.context));
    expect(known(storeState)?.lastMessage).toMatchObject({ details: 'message 3' });
    expect(unreadIn(storeState)).toBe(3);
  });

  it('fails while the service refuses the request', async () => {
    const work = await aWorkplace();
    work.messaging.refuse('memberships', 400);
    const state = stateAfter(conversationsRequested());
    const { storeState } = await runFor(SOON, planOf({ ...work, state }, loadConversations, work.context));
    expect(selectListStatus(in_(storeState))).toBe('failed');
    expect(work.errors).toEqual(['loading conversations']);
  });
});

describe('the list of conversations', () => {
  it('is loaded again when a conversation is closed', async () => {
    const work = await aWorkplace();
    work.messaging.setMember(CHANNEL, 'uuid-lena', undefined);
    sayAs(work, 1);
    const { storeState } = await runFor(
      SOON,
      planOf(work, refreshConversations, work.context).dispatch(conversationClosed({ channel: CHANNEL })),
    );
    expect(known(storeState)?.lastMessage?.details).toBe('message 1');
  });

  it.each([
    ['a search is started', searchOpened()],
    ['another conversation is opened', conversationOpened({ channel: 'chat_T3_U7.U8', peerId: 8 })],
  ])('is loaded again when %s from a conversation', async (_how, leave) => {
    const work = await aWorkplace();
    work.messaging.setMember(CHANNEL, 'uuid-lena', undefined);
    sayAs(work, 1);
    const state = stateAfter(conversationOpened({ channel: CHANNEL, peerId: 9 }));
    const { storeState } = await runFor(
      SOON,
      planOf({ ...work, state }, refreshConversations, work.context).dispatch(leave),
    );
    expect(known(storeState)?.lastMessage?.details).toBe('message 1');
  });

  it('shows matching people after a pause in typing', async () => {
    const work = await aWorkplace();
    const { storeState } = await runFor(
      1_000,
      planOf(work, settleSearches).dispatch(searchOpened()).dispatch(searchTextChanged('zo')),
    );
    expect(selectSearchedText(in_(storeState))).toBe('zo');
  });
});
