import {
  EDIT_WINDOW_MS,
  encodeMessageAction,
  type MessageAction,
} from '#contract/messaging/messageActions.ts';
import { loadMessageActionsBackTo, refreshMessageActions } from '#sagas/chat/loadMessageActions.ts';
import { receiveMessageActions } from '#sagas/chat/receiveMessageActions.ts';
import { sendMessageAction } from '#sagas/chat/sendMessageActions.ts';
import { newConversation } from '#store/chat/conversation.ts';
import { selectConversationRows } from '#store/chat/conversationSelectors.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import {
  selectFailedMessageActions,
  selectLoadedActionRange,
  selectOpenMessageActions,
  selectPendingMessageAction,
} from '#store/chat/messageActionSelectors.ts';
import { shownMessage } from '#store/chat/messageActions.ts';
import {
  messageActionDiscarded,
  messageActionRetried,
  messageActionSubmitted,
  messageActionsReceived,
} from '#store/chat/messageActionsSlice.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { historyRequested } from '#store/chat/messagesSlice.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import {
  chatDraftKey,
  draftChanged,
  editDraftKey,
  editStarted,
  selectDraft,
  selectEdited,
} from '#store/drafts/draftsSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import type { RootState } from '#store/rootReducer.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { aMax, CHANNEL, fromMax, lenaSays, open, say, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const shown = ({ state }: Client, ownId = 7) =>
  selectOpenMessages(state()).map((message) =>
    shownMessage(message, selectOpenMessageActions(state())[message.timetoken ?? ''], ownId),
  );

const change = ({ store }: Client, index: number, what: MessageAction) => {
  const { timetoken } = selectOpenMessages(store.getState())[index]!;
  return store.dispatch(messageActionSubmitted(CHANNEL, timetoken!, what)).payload.id;
};

/** Lena has sent one message to Max, and both have the conversation open. */
async function both() {
  const messaging = withHistory(0);
  const lena = start({ messaging });
  const max = start({ messaging, user: aMax });
  await pass(100);
  open(lena);
  max.store.dispatch({ type: 'chat/conversationOpened', payload: { channel: CHANNEL, peerId: 7 } });
  say(lena, 'Tusday?');
  await pass(100);
  return { messaging, lena, max };
}

type Work = Awaited<ReturnType<typeof aWorkplace>>;

const SOON = 50;

const conversation = (over: object = {}) =>
  conversationsLoaded({
    conversations: [{ ...newConversation(CHANNEL, 9), isMember: true, readTimetoken: '1', ...over }],
  });

const in_ = (state: unknown) => state as RootState;

const sayAs = ({ messaging }: Work, count: number) => {
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `worker-message-${n}` });
  return messaging.log.at(-1)!;
};

describe('an edit', () => {
  it('is shown to both users immediately and after a reload', async () => {
    const { messaging, lena, max } = await both();
    change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    expect(shown(lena)).toMatchObject([{ details: 'Tuesday?', isEdited: true }]);
    await pass(100);
    expect(shown(max)).toMatchObject([{ details: 'Tuesday?', isEdited: true }]);
    const reloaded = start({ messaging });
    await pass(100);
    expect(selectConversationRows(reloaded.state())[0]?.preview).toMatchObject({ text: 'Tuesday?' });
    open(reloaded);
    await pass(100);
    expect(shown(reloaded)).toMatchObject([{ details: 'Tuesday?', isEdited: true }]);
  });

  it('replaces earlier edits, even if it restores an earlier text', async () => {
    const { lena, max } = await both();
    for (const details of ['A', 'B', 'A']) change(lena, 0, { kind: 'edit', details });
    await pass(100);
    for (const client of [lena, max]) expect(shown(client)).toMatchObject([{ details: 'A' }]);
  });

  it('is ignored if the message belongs to another user', async () => {
    const { messaging, lena, max } = await both();
    const [wire] = messaging.log;
    messaging.actAs(
      'uuid-max',
      CHANNEL,
      wire!.timetoken,
      encodeMessageAction({ kind: 'edit', details: 'forged' }, 'x'),
    );
    messaging.actAs('uuid-max', CHANNEL, wire!.timetoken, encodeMessageAction({ kind: 'delete' }, 'y'));
    await pass(100);
    for (const client of [lena, max])
      expect(shown(client)).toMatchObject([{ details: 'Tusday?', isEdited: false, isDeleted: false }]);
  });

  it('counts only if the service received it within the window', async () => {
    const { messaging, lena } = await both();
    await pass(EDIT_WINDOW_MS + 60_000);
    const [wire] = messaging.log;
    messaging.actAs('uuid-lena', CHANNEL, wire!.timetoken, encodeMessageAction({ kind: 'delete' }, 'late'));
    await pass(100);
    expect(shown(lena)).toMatchObject([{ isDeleted: false }]);
  });

  it('waits while the service is unreachable, and fails when the window closes', async () => {
    const { messaging, lena, max } = await both();
    messaging.goAway();
    change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    await pass(60_000);
    expect(shown(lena)).toMatchObject([{ details: 'Tuesday?' }]);
    messaging.comeBack();
    await pass(45_000);
    expect(shown(max)).toMatchObject([{ details: 'Tuesday?' }]);
    messaging.goAway();
    const id = change(lena, 0, { kind: 'edit', details: 'Too late' });
    await pass(EDIT_WINDOW_MS + 60_000);
    expect(Object.values(selectFailedMessageActions(lena.state()))).toMatchObject([{ id, status: 'late' }]);
    lena.store.dispatch(messageActionDiscarded(lena.state().chat.messageActions.pending[id]!));
    expect(shown(lena)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('is sent again on retry after a refusal', async () => {
    const { messaging, lena, max } = await both();
    messaging.refuse('addAction', 413);
    const id = change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    await pass(100);
    expect(Object.values(selectFailedMessageActions(lena.state()))).toMatchObject([
      { id, status: 'refused' },
    ]);
    lena.store.dispatch(messageActionRetried({ id }));
    await pass(100);
    expect(selectFailedMessageActions(lena.state())).toEqual({});
    expect(shown(max)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('is saved once even if the response is lost', async () => {
    const { messaging, lena } = await both();
    messaging.loseAnswers(true);
    change(lena, 0, { kind: 'delete' });
    await pass(100);
    messaging.loseAnswers(false);
    await pass(45_000);
    expect(messaging.savedActions).toHaveLength(1);
    expect(lena.state().chat.messageActions.pending).toEqual({});
    expect(shown(lena)).toMatchObject([{ isDeleted: true }]);
  });

  it('does not change the draft of a new message', async () => {
    const { lena } = await both();
    const draft = () => selectDraft(lena.state(), chatDraftKey(CHANNEL));
    lena.store.dispatch(draftChanged({ key: chatDraftKey(CHANNEL), text: 'Next I wanted to' }));
    const { timetoken } = selectOpenMessages(lena.state())[0]!;
    lena.store.dispatch(editStarted({ channel: CHANNEL, messageTimetoken: timetoken!, details: 'Tusday?' }));
    expect(selectDraft(lena.state(), editDraftKey(CHANNEL))).toBe('Tusday?');
    change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    expect(draft()).toBe('Next I wanted to');
    expect(selectEdited(lena.state(), CHANNEL)).toBeNull();
  });
});

describe('a reaction', () => {
  it('is counted for both users, and only its own user can remove it', async () => {
    const { lena, max } = await both();
    change(lena, 0, { kind: 'reaction', emoji: '👍', isOn: true });
    change(max, 0, { kind: 'reaction', emoji: '👍', isOn: true });
    await pass(100);
    expect(shown(lena)[0]?.reactions).toEqual([{ emoji: '👍', count: 2, isMine: true }]);
    change(max, 0, { kind: 'reaction', emoji: '👍', isOn: false });
    await pass(100);
    expect(shown(lena)[0]?.reactions).toEqual([{ emoji: '👍', count: 1, isMine: true }]);
    expect(shown(max, 9)[0]?.reactions).toEqual([{ emoji: '👍', count: 1, isMine: false }]);
  });
});

describe('message actions', () => {
  it('are loaded after a reconnect if they were missed', async () => {
    const { messaging, lena, max } = await both();
    messaging.goAway();
    await pass(1_000);
    const [wire] = messaging.log;
    messaging.actAs(
      'uuid-lena',
      CHANNEL,
      wire!.timetoken,
      encodeMessageAction({ kind: 'delete' }, 'while-away'),
    );
    messaging.comeBack();
    await pass(45_000);
    for (const client of [lena, max]) expect(shown(client)).toMatchObject([{ isDeleted: true }]);
  });

  it('are loaded together with old messages, however many newer actions exist', async () => {
    const messaging = withHistory(700);
    const [first] = messaging.log;
    messaging.actAs('uuid-max', CHANNEL, first!.timetoken, encodeMessageAction({ kind: 'delete' }, 'first'));
    for (const { timetoken } of messaging.log.slice(300))
      messaging.actAs(
        'uuid-max',
        CHANNEL,
        timetoken,
        encodeMessageAction({ kind: 'reaction', emoji: '🎉', isOn: true }, timetoken),
      );
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(200);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(200);
    const all = shown(lena);
    expect(all).toHaveLength(700);
    expect(all[0]?.isDeleted).toBe(true);
    expect(all.filter(({ reactions }) => reactions.length > 0)).toHaveLength(400);
  });

  it('are shown for a message that was stored twice, whichever copy they belong to', async () => {
    const messaging = withHistory(0);
    const twice = { user: lenaSays, details: 'Twice', timestamp: Date.now() };
    const [one, two] = [1, 2].map(() =>
      messaging.publishAs('uuid-lena', CHANNEL, twice, { id: 'twice-0001' }),
    );
    messaging.actAs(
      'uuid-lena',
      CHANNEL,
      two!.timetoken,
      encodeMessageAction({ kind: 'edit', details: 'Once' }, 'a'),
    );
    messaging.actAs(
      'uuid-max',
      CHANNEL,
      one!.timetoken,
      encodeMessageAction({ kind: 'reaction', emoji: '👀', isOn: true }, 'b'),
    );
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(100);
    expect(shown(lena)).toMatchObject([{ details: 'Once', reactions: [{ emoji: '👀', count: 1 }] }]);
  });

  it('are reported and skipped if they are invalid, and ignored if their type is unknown', async () => {
    const { messaging, lena } = await both();
    const { timetoken } = messaging.log[0]!;
    messaging.actAs('uuid-max', CHANNEL, timetoken, { type: 'reaction', value: 'not json' });
    messaging.actAs('uuid-max', CHANNEL, timetoken, {
      type: 'reaction',
      value: JSON.stringify({ id: 'x', emoji: '<img>', isOn: true }),
    });
    messaging.actAs('uuid-max', CHANNEL, timetoken, { type: 'receipt', value: 'read' });
    messaging.publishAs('uuid-max', CHANNEL, fromMax('whole again'), { id: 'whole-again' });
    await pass(100);
    expect(shown(lena)).toMatchObject([{ reactions: [] }, { details: 'whole again' }]);
    expect(lena.errors.map(({ where }) => where)).toEqual(Array(2).fill(`message action on ${CHANNEL}`));
  });

  it('are cleared with the session', async () => {
    const { lena } = await both();
    change(lena, 0, { kind: 'delete' });
    await pass(100);
    lena.tokens.say({ kind: 'signedOutElsewhere' });
    await pass(100);
    expect(lena.state().chat).toMatchObject({
      messageActions: { byChannel: {}, pending: {}, loadedRanges: {} },
    });
  });
});

describe('loading message actions', () => {
  it('loads actions back to a message and no further', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 1);
    for (let n = 0; n < 250; n++)
      work.messaging.actAs(
        'uuid-max',
        CHANNEL,
        timetoken,
        encodeMessageAction({ kind: 'reaction', emoji: '👍', isOn: true }, `${n}`),
      );
    const middle = work.messaging.savedActions[120]!.actionTimetoken;
    const { storeState } = await runFor(
      SOON,
      planOf(work, loadMessageActionsBackTo, work.context, CHANNEL, middle),
    );
    expect(selectLoadedActionRange(in_(storeState), CHANNEL)?.from).toBe(
      work.messaging.savedActions[50]!.actionTimetoken,
    );
  });

  it('takes the author of a live action from its publisher', async () => {
    const work = await aWorkplace();
    const { timetoken } = sayAs(work, 1);
    const wire = work.messaging.actAs(
      'uuid-lena',
      CHANNEL,
      timetoken,
      encodeMessageAction({ kind: 'delete' }, 'x'),
    );
    const { storeState } = await runFor(SOON, planOf(work, receiveMessageActions, work.context, [wire]));
    expect(in_(storeState).chat.messageActions.byChannel[CHANNEL]?.[timetoken]?.deletedBy).toEqual({
      7: true,
    });
  });

  it('loads actions again after the next connection if loading failed', async () => {
    const work = await aWorkplace();
    work.messaging.refuse('actions', 400);
    const loaded = conversation({ lastMessage: { details: 'x', timetoken: '17', isOwn: false } });
    const { storeState } = await runFor(
      SOON,
      planOf(work, refreshMessageActions, work.context).dispatch(connected()).dispatch(loaded),
    );
    expect(selectLoadedActionRange(in_(storeState), CHANNEL)).toBeNull();
    expect(work.errors).toEqual([`message actions of ${CHANNEL}`]);
  });
});

describe('sendMessageAction', () => {
  const written = (messageTimetoken: string) =>
    messageActionSubmitted(CHANNEL, messageTimetoken, { kind: 'edit', details: 'mended' });
  const now = Date.now();
  const clock = { serverNow: () => now };

  it('saves the action', async () => {
    const work = await aWorkplace(clock);
    const change = written(timetokenAt(now));
    const { id } = change.payload;
    const state = stateAfter(change);
    const { storeState } = await planOf({ ...work, state }, sendMessageAction, work.context, id).run();
    expect(selectPendingMessageAction(in_(storeState), id)).toBeNull();
    expect(work.messaging.savedActions).toMatchObject([{ type: 'edit', publisher: 'uuid-lena' }]);
  });

  it('fails after the edit window has closed', async () => {
    const work = await aWorkplace(clock);
    const change = written(timetokenAt(now - 20 * 60_000));
    const { id } = change.payload;
    const state = stateAfter(change);
    const { storeState } = await planOf({ ...work, state }, sendMessageAction, work.context, id).run();
    expect(selectPendingMessageAction(in_(storeState), id)?.status).toBe('late');
    expect(work.messaging.savedActions).toEqual([]);
  });
});

it('keeps an action for a message that is not loaded yet', () => {
  const mark = {
    channel: CHANNEL,
    messageTimetoken: timetokenAt(1),
    actionTimetoken: timetokenAt(2),
    actorId: 9,
    change: { kind: 'delete' } as const,
  };
  const state = stateAfter(messageActionsReceived({ messageActions: [mark] }));
  expect(state.chat.messageActions.byChannel[CHANNEL]?.[timetokenAt(1)]?.deletedBy).toEqual({ 9: true });
});
