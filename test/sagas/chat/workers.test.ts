import type { StaticProvider } from 'redux-saga-test-plan/providers';
import { actionOf } from '#contract/chatChanges.ts';
import { READ_AFTER_MS } from '#contract/limits.ts';
import { changeMessage } from '#sagas/chat/changeMessages.ts';
import { followReading } from '#sagas/chat/followReading.ts';
import { loadConversations } from '#sagas/chat/loadConversations.ts';
import { followMarks, loadMarksDownTo } from '#sagas/chat/loadMarks.ts';
import { pageHistories, pageHistory } from '#sagas/chat/pageHistory.ts';
import { receiveMarks } from '#sagas/chat/receiveMarks.ts';
import { receiveMembership } from '#sagas/chat/receiveMembership.ts';
import { refreshConversations } from '#sagas/chat/refreshConversations.ts';
import { saveReadPositions } from '#sagas/chat/saveReadPositions.ts';
import { settleSearches } from '#sagas/chat/settleSearch.ts';
import { expireTyping, receiveSignal, sayTyping } from '#sagas/chat/typing.ts';
import { keepDrafts, wipeDrafts } from '#sagas/drafts/keepDrafts.ts';
import {
  selectChange,
  selectConversation,
  selectIsPeerTyping,
  selectKnownMarks,
  selectListStatus,
  selectSearchedText,
  selectThread,
} from '#store/chat/chatSelectors.ts';
import {
  conversationClosed,
  conversationOpened,
  conversationsLoaded,
  conversationsRequested,
  marksReceived,
  messageChanged,
  messagesRead,
  messagesReceived,
  peerTyping,
  searchOpened,
  searchTextChanged,
} from '#store/chat/chatSlice.ts';
import { newConversation } from '#store/chat/conversations.ts';
import { postsOf } from '#store/chat/thread.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { connected } from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { signedOut } from '#store/session/sessionSlice.ts';
import { aUser } from '../../fixtures/people.ts';
import { fakeDrafts } from '../../support/client.ts';
import { CHANNEL, fromMax } from '../../support/lenaAndMax.ts';
import { aWorkplace, planOf, stateAfter } from '../../support/plan.ts';

type Work = Awaited<ReturnType<typeof aWorkplace>>;
const SOON = 50;
/** What only waits is over at once. */
const noDelays = {
  call: (effect: { fn: { name: string } }, next: () => unknown) =>
    effect.fn.name === 'delayP' ? true : next(),
} as unknown as StaticProvider;
const providers = [noDelays];
const conversation = (over: object = {}) =>
  conversationsLoaded({
    conversations: [{ ...newConversation(CHANNEL, 9), isMember: true, readTimetoken: '1', ...over }],
  });
const opened = conversationOpened({ channel: CHANNEL, peerId: 9 });
const in_ = (state: unknown) => state as RootState;
const known = (state: unknown) => selectConversation(in_(state), CHANNEL);
const sayAs = ({ messaging }: Work, count: number) => {
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `worker-message-${n}` });
  return messaging.log.at(-1)!;
};
const arrivalOf = (timetoken: string) =>
  messagesReceived({
    arrivals: [
      {
        post: {
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

describe('loadConversations', () => {
  it('tells what stands in each, and how many are unread', async () => {
    const work = await aWorkplace();
    work.messaging.setMember(CHANNEL, 'uuid-lena', undefined);
    sayAs(work, 3);
    const { storeState } = await planOf(work, loadConversations, work.context).silentRun(SOON);
    expect(known(storeState)).toMatchObject({ unread: 3, lastMessage: { details: 'message 3' } });
  });

  it('says that it failed while the service refuses', async () => {
    const work = await aWorkplace();
    work.messaging.refuse('memberships', 400);
    const state = stateAfter(conversationsRequested());
    const { storeState } = await planOf({ ...work, state }, loadConversations, work.context).silentRun(SOON);
    expect(selectListStatus(in_(storeState))).toBe('failed');
    expect(work.errors).toEqual(['loading conversations']);
  });
});

describe('pageHistory', () => {
  it('loads 500 at a time, and what was said about them first', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 620);
    work.messaging.actAs('uuid-max', CHANNEL, timetoken, actionOf({ kind: 'delete' }, 'x'));
    const { storeState } = await planOf(work, pageHistory, work.context, CHANNEL).silentRun(500);
    const { thread, marks } = {
      thread: selectThread(in_(storeState), CHANNEL),
      marks: in_(storeState).chat.marks[CHANNEL],
    };
    expect(postsOf(thread)).toHaveLength(500);
    expect(marks?.[timetoken]?.deletedBy).toEqual({ 9: true });
  });

  it('begins when a conversation is opened', async () => {
    const work = await aWorkplace();
    sayAs(work, 2);
    const { storeState } = await planOf(work, pageHistories, work.context).dispatch(opened).silentRun(SOON);
    expect(selectThread(in_(storeState), CHANNEL)).toMatchObject({ isAtStart: true, isLoading: false });
  });
});

describe('marks', () => {
  it('are read down to a message and no further', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 1);
    for (let n = 0; n < 250; n++)
      work.messaging.actAs(
        'uuid-max',
        CHANNEL,
        timetoken,
        actionOf({ kind: 'reaction', emoji: '👍', isOn: true }, `${n}`),
      );
    const middle = work.messaging.said[120]!.actionTimetoken;
    const { storeState } = await planOf(work, loadMarksDownTo, work.context, CHANNEL, middle).silentRun(SOON);
    expect(selectKnownMarks(in_(storeState), CHANNEL)?.from).toBe(work.messaging.said[50]!.actionTimetoken);
  });

  it('of a live change are taken from its publisher', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 1);
    const wire = work.messaging.actAs('uuid-lena', CHANNEL, timetoken, actionOf({ kind: 'delete' }, 'x'));
    const { storeState } = await planOf(work, receiveMarks, work.context, [wire]).silentRun(SOON);
    expect(in_(storeState).chat.marks[CHANNEL]?.[timetoken]?.deletedBy).toEqual({ 7: true });
  });

  it('are read anew from the next connection on when reading them broke', async () => {
    const work = await aWorkplace();
    work.messaging.refuse('actions', 400);
    const loaded = conversation({ lastMessage: { details: 'x', timetoken: '17', isOwn: false } });
    const { storeState } = await planOf(work, followMarks, work.context)
      .dispatch(connected())
      .dispatch(loaded)
      .silentRun(SOON);
    expect(selectKnownMarks(in_(storeState), CHANNEL)).toBeNull();
    expect(work.errors).toEqual([`changes of messages on ${CHANNEL}`]);
  });
});

describe('changeMessage', () => {
  const written = (messageTimetoken: string) =>
    messageChanged(CHANNEL, messageTimetoken, { kind: 'edit', details: 'mended' });
  const now = Date.now();
  const clock = { serverNow: () => now };

  it('says it to the service and settles it', async () => {
    const work = await aWorkplace(clock);
    const change = written(timetokenAt(now));
    const { id } = change.payload;
    const state = stateAfter(change);
    const { storeState } = await planOf({ ...work, state }, changeMessage, work.context, id).run();
    expect(selectChange(in_(storeState), id)).toBeNull();
    expect(work.messaging.said).toMatchObject([{ type: 'edit', publisher: 'uuid-lena' }]);
  });

  it('does not begin when the window is closed', async () => {
    const work = await aWorkplace(clock);
    const change = written(timetokenAt(now - 20 * 60_000));
    const { id } = change.payload;
    const state = stateAfter(change);
    const { storeState } = await planOf({ ...work, state }, changeMessage, work.context, id).run();
    expect(selectChange(in_(storeState), id)?.status).toBe('late');
    expect(work.messaging.said).toEqual([]);
  });
});

describe('reading', () => {
  const seen = timetokenAt(1_000);
  const screenOf = (timetoken: string) =>
    ({
      screen: { newestMessage: () => ({ channel: CHANNEL, timetoken }), listen: () => () => undefined },
      page: { isVisible: () => true, isFocused: () => true, listen: () => () => undefined },
    }) as never;

  it('moves the position to what was seen twice', async () => {
    const work = await aWorkplace(screenOf(seen));
    const { storeState } = await planOf({ ...work, state: stateAfter(conversation(), opened) }, followReading)
      .dispatch(arrivalOf(timetokenAt(2_000)))
      .silentRun(READ_AFTER_MS + 300);
    expect(known(storeState)).toMatchObject({ readTimetoken: seen, unread: 1 });
  });

  it('keeps the position with the service, and tells the state that it is kept', async () => {
    const work = await aWorkplace();
    const state = stateAfter(conversation(), arrivalOf(seen));
    const { storeState } = await planOf({ ...work, state }, saveReadPositions, work.context)
      .dispatch(messagesRead({ channel: CHANNEL, timetoken: seen }))
      .silentRun(SOON);
    expect(work.messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(seen);
    expect(known(storeState)?.savedTimetoken).toBe(seen);
  });

  it('in another browser moves it here, and what the peer reads tells that they have', async () => {
    const work = await aWorkplace();
    const state = stateAfter(conversation(), arrivalOf(seen));
    const moved = { channel: CHANNEL, uuid: 'uuid-lena', timetoken: seen };
    const { storeState } = await planOf({ ...work, state }, receiveMembership, work.context, moved).silentRun(
      SOON,
    );
    expect(known(storeState)).toMatchObject({ readTimetoken: seen, unread: 0 });
  });
});

describe('the list', () => {
  it('is read again when a conversation is closed', async () => {
    const work = await aWorkplace();
    work.messaging.setMember(CHANNEL, 'uuid-lena', undefined);
    sayAs(work, 1);
    const { storeState } = await planOf(work, refreshConversations, work.context)
      .dispatch(conversationClosed({ channel: CHANNEL }))
      .silentRun(SOON);
    expect(known(storeState)?.lastMessage?.details).toBe('message 1');
  });

  it('of people follows when the typing pauses', async () => {
    const work = await aWorkplace();
    const { storeState } = await planOf({ ...work, providers }, settleSearches)
      .dispatch(searchOpened())
      .dispatch(searchTextChanged('zo'))
      .silentRun(SOON);
    expect(selectSearchedText(in_(storeState))).toBe('zo');
  });
});

describe('typing', () => {
  it('is said where both are members, and nowhere else', async () => {
    const work = await aWorkplace();
    const typed = draftChanged({ key: chatDraftKey(CHANNEL), text: 'H' });
    await planOf({ ...work, state: stateAfter(opened) }, sayTyping, work.context)
      .dispatch(typed)
      .silentRun(SOON);
    expect(work.messaging.signals).toEqual([]);
    await planOf({ ...work, state: stateAfter(conversation(), opened) }, sayTyping, work.context)
      .dispatch(typed)
      .silentRun(SOON);
    expect(work.messaging.signals).toMatchObject([{ message: { typing: true } }]);
  });

  it('of the peer is shown, and ends by itself', async () => {
    const work = await aWorkplace();
    const signal = { channel: CHANNEL, publisher: 'uuid-max', message: { typing: true } };
    const shown = await planOf(work, receiveSignal, work.context, signal).run();
    expect(selectIsPeerTyping(in_(shown.storeState), CHANNEL)).toBe(true);
    const ended = await planOf({ ...work, providers }, expireTyping)
      .dispatch(peerTyping({ channel: CHANNEL }))
      .silentRun(SOON);
    expect(selectIsPeerTyping(in_(ended.storeState), CHANNEL)).toBe(false);
  });
});

describe('drafts', () => {
  const key = chatDraftKey(CHANNEL);

  it('come back, are kept as they are typed, and are wiped when the person leaves', async () => {
    const drafts = fakeDrafts();
    drafts.keep(7, key, 'from before');
    const work = await aWorkplace({ drafts });
    const { storeState } = await planOf(work, keepDrafts, aUser())
      .dispatch(draftChanged({ key: 'chat/other', text: 'new' }))
      .silentRun(SOON);
    expect(selectDraft(in_(storeState), key)).toBe('from before');
    expect(drafts.kept.get('7/chat/other')).toBe('new');
    await planOf(work, wipeDrafts)
      .dispatch(signedOut({ where: 'here' }))
      .silentRun(SOON);
    expect(drafts.kept.size).toBe(0);
  });
});

it('a change of a message that nobody has loaded is kept until it is', () => {
  const mark = {
    channel: CHANNEL,
    messageTimetoken: timetokenAt(1),
    actionTimetoken: timetokenAt(2),
    actorId: 9,
    change: { kind: 'delete' } as const,
  };
  const state = stateAfter(marksReceived({ marks: [mark] }));
  expect(state.chat.marks[CHANNEL]?.[timetokenAt(1)]?.deletedBy).toEqual({ 9: true });
});
