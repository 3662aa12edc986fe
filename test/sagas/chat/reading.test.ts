import { READ_AFTER_MS } from '#contract/limits.ts';
import { followReading } from '#sagas/chat/followReading.ts';
import { receiveMembership } from '#sagas/chat/receiveMembership.ts';
import { saveReadPositions } from '#sagas/chat/saveReadPositions.ts';
import { newConversation } from '#store/chat/conversation.ts';
import {
  selectConversation,
  selectNewAfter,
  selectUnreadElsewhere,
  selectUnreadIn,
  selectUnreadTotal,
} from '#store/chat/conversationSelectors.ts';
import { conversationsLoaded, messagesRead, readPositionMoved } from '#store/chat/conversationsSlice.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  searchOpened,
} from '#store/chat/widgetSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import type { RootState } from '#store/rootReducer.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, fromMax, lenaSays, open, say, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const READ = 1_200;

const SOON = 50;

const conversation = (over: object = {}) =>
  conversationsLoaded({
    conversations: [{ ...newConversation(CHANNEL, 9), isMember: true, readTimetoken: '1', ...over }],
  });

const opened = conversationOpened({ channel: CHANNEL, peerId: 9 });

const in_ = (state: unknown) => state as RootState;

const known = (state: unknown) => selectConversation(in_(state), CHANNEL);

const unreadIn = (state: unknown) => selectUnreadIn(in_(state), CHANNEL);

const arrivalOf = (timetoken: string) =>
  messagesReceived({
    messages: [
      {
        message: {
          id: 'arrival-0001',
          channel: CHANNEL,
          publisherId: 9,
          details: 'Hello',
          timestamp: 1,
          timetoken,
          status: 'sent',
        },
        isOwn: false,
        peerId: 9,
        peerName: null,
      },
    ],
  });

describe('the read position', () => {
  it('moves after a message has been on screen for 1 second, and not before', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(900);
    expect(selectUnreadTotal(lena.state())).toBe(3);
    await pass(300);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('does not move if the user only opens and closes the conversation', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(500);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(5_000);
    expect(selectUnreadTotal(lena.state())).toBe(3);
    expect(lena.messaging.members.get(CHANNEL)?.get('uuid-lena')).toBeNull();
  });

  it('moves to the newest visible message until the user scrolls', async () => {
    const messaging = withHistory(5);
    const lena = start({ messaging });
    await pass(100);
    const third = messaging.log[2]!.timetoken;
    lena.scrollTo({ channel: CHANNEL, timetoken: third });
    open(lena);
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(2);
    lena.scrollTo({ channel: CHANNEL, timetoken: messaging.log[4]!.timetoken });
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('is saved when the user closes the conversation, so that another browser shows the same count', async () => {
    const messaging = withHistory(3);
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(READ);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(messaging.log.at(-1)?.timetoken);
    const elsewhere = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(elsewhere.state())).toBe(0);
  });

  it.each([
    ['starts a search', searchOpened()],
    ['opens another conversation', conversationOpened({ channel: 'chat_T3_U7.U8', peerId: 8 })],
  ])('is saved immediately when the user %s', async (_how, leave) => {
    const work = await aWorkplace();
    const state = stateAfter(
      conversation({ lastMessage: { timetoken: '9', details: '', timestamp: 1, isOwn: false } }),
      opened,
    );
    const read = (timetoken: string) => messagesRead({ channel: CHANNEL, timetoken });
    await runFor(
      SOON,
      planOf({ ...work, state }, saveReadPositions, work.context)
        .dispatch(read('7'))
        .dispatch(read('9'))
        .dispatch(leave),
    );
    expect(work.messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe('9');
  });

  it('is the same in both browsers within two seconds of reading', async () => {
    const messaging = withHistory(2);
    const here = start({ messaging });
    const there = start({ messaging });
    await pass(100);
    open(here);
    await pass(READ);
    expect(selectUnreadTotal(here.state())).toBe(0);
    for (let n = 0; n < 5; n++) {
      messaging.publishAs('uuid-max', CHANNEL, fromMax(`more ${n}`), { id: `more-id-${n}` });
      await pass(READ);
      await pass(1_000);
      expect([selectUnreadTotal(here.state()), selectUnreadTotal(there.state())]).toEqual([0, 0]);
    }
  });

  it('does not move while the page has no focus, and new messages are marked when the user returns', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(READ);
    const seen = lena.messaging.log.at(-1)?.timetoken;
    lena.page.change('blur', { isFocused: false });
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.page.change('focus', { isFocused: true });
    expect(selectNewAfter(lena.state())).toBe(seen);
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    expect(selectNewAfter(lena.state())).toBe(seen);
  });

  it('does not move while the widget is collapsed', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(READ);
    const seen = lena.messaging.log.at(-1)?.timetoken;
    lena.store.dispatch(chatToggled({ isExpanded: false }));
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.store.dispatch(chatToggled({ isExpanded: true }));
    expect(selectNewAfter(lena.state())).toBe(seen);
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    open(lena);
    expect(selectNewAfter(lena.state())).toBeNull();
  });

  it('moves immediately when the user replies', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    say(lena, 'On my way');
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('never moves backwards', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(READ);
    const [first] = lena.messaging.log;
    lena.store.dispatch(readPositionMoved({ channel: CHANNEL, timetoken: first!.timetoken }));
    lena.messaging.setMember(CHANNEL, 'uuid-lena', first!.timetoken);
    await pass(25_000);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });
});

describe('the unread count', () => {
  it('leaves out the open conversation, but only in the widget’s title', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    expect([selectUnreadTotal(lena.state()), selectUnreadElsewhere(lena.state())]).toEqual([1, 0]);
  });

  it('equals the count in another browser, including messages that are not loaded', async () => {
    const messaging = withHistory(10);
    const lena = start({ messaging });
    await pass(100);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[3]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(6);
  });

  it('is correct when the position moves within more than 100 unread messages', async () => {
    const messaging = withHistory(5_000);
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(5_000);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[1_999]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(3_000);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[4_989]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(10);
  });

  it('counts a message that arrives during a request only once', async () => {
    for (const operation of ['memberships', 'latest', 'counts', 'history']) {
      const messaging = withHistory(3);
      messaging.onNextCall(operation, () =>
        messaging.publishAs('uuid-max', CHANNEL, fromMax('in between'), { id: 'in-between-1' }),
      );
      const lena = start({ messaging });
      await pass(1_000);
      expect([operation, selectUnreadTotal(lena.state())]).toEqual([operation, 4]);
    }
  });

  it("does not include the user's own messages", async () => {
    const messaging = withHistory(1);
    messaging.publishAs('uuid-lena', CHANNEL, fromMax('from my phone', lenaSays), { id: 'own-message-1' });
    messaging.publishAs('uuid-max', CHANNEL, fromMax('and back'), { id: 'answer-to-it' });
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(2);
  });
});

describe('following the reading', () => {
  const seen = timetokenAt(1_000);
  const screenOf = (timetoken: string) =>
    ({
      screen: { newestMessage: () => ({ channel: CHANNEL, timetoken }), listen: () => () => undefined },
      page: { isVisible: () => true, isFocused: () => true, listen: () => () => undefined },
    }) as never;

  it('moves the position to a message that was visible twice', async () => {
    const work = await aWorkplace(screenOf(seen));
    const { storeState } = await runFor(
      READ_AFTER_MS + 300,
      planOf({ ...work, state: stateAfter(conversation(), opened) }, followReading).dispatch(
        arrivalOf(timetokenAt(2_000)),
      ),
    );
    expect(known(storeState)?.readTimetoken).toBe(seen);
    expect(unreadIn(storeState)).toBe(1);
  });

  it('saves the position at the service and records it as saved', async () => {
    const work = await aWorkplace();
    const state = stateAfter(conversation(), arrivalOf(seen));
    const { storeState } = await runFor(
      SOON,
      planOf({ ...work, state }, saveReadPositions, work.context).dispatch(
        messagesRead({ channel: CHANNEL, timetoken: seen }),
      ),
    );
    expect(work.messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(seen);
    expect(known(storeState)?.savedTimetoken).toBe(seen);
  });

  it('applies the position of another browser', async () => {
    const work = await aWorkplace();
    const state = stateAfter(conversation(), arrivalOf(seen));
    const moved = { channel: CHANNEL, uuid: 'uuid-lena', timetoken: seen };
    const { storeState } = await runFor(
      SOON,
      planOf({ ...work, state }, receiveMembership, work.context, moved),
    );
    expect(known(storeState)?.readTimetoken).toBe(seen);
    expect(unreadIn(storeState)).toBe(0);
  });
});
