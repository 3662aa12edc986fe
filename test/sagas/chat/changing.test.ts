import { actionOf, CHANGE_WINDOW_MS, type MessageChange } from '#contract/chatChanges.ts';
import {
  selectConversationRows,
  selectFailedChanges,
  selectOpenPosts,
  selectShownMarks,
} from '#store/chat/chatSelectors.ts';
import {
  historyRequested,
  messageChanged,
  messageChangeGivenUp,
  messageChangeRetried,
} from '#store/chat/chatSlice.ts';
import { shownPost } from '#store/chat/marks.ts';
import {
  chatDraftKey,
  draftChanged,
  editDraftKey,
  editStarted,
  selectDraft,
  selectEdited,
} from '#store/drafts/draftsSlice.ts';
import { type Client, pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { aMax, CHANNEL, fromMax, lenaSays, open, say, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const shown = ({ state }: Client, ownId = 7) =>
  selectOpenPosts(state()).map((post) =>
    shownPost(post, selectShownMarks(state())[post.timetoken ?? ''], ownId),
  );
const change = ({ store }: Client, index: number, what: MessageChange) => {
  const { timetoken } = selectOpenPosts(store.getState())[index]!;
  return store.dispatch(messageChanged(CHANNEL, timetoken!, what)).payload.id;
};

/** Lena has written one message to Max; both look at it. */
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

describe('a correction', () => {
  it('is shown to both at once, and after a reload', async () => {
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

  it('is the newest one when there are several, also back to an earlier text', async () => {
    const { lena, max } = await both();
    for (const details of ['A', 'B', 'A']) change(lena, 0, { kind: 'edit', details });
    await pass(100);
    for (const client of [lena, max]) expect(shown(client)).toMatchObject([{ details: 'A' }]);
  });

  it('of somebody else’s message counts for nobody', async () => {
    const { messaging, lena, max } = await both();
    const [wire] = messaging.log;
    messaging.actAs('uuid-max', CHANNEL, wire!.timetoken, actionOf({ kind: 'edit', details: 'forged' }, 'x'));
    messaging.actAs('uuid-max', CHANNEL, wire!.timetoken, actionOf({ kind: 'delete' }, 'y'));
    await pass(100);
    for (const client of [lena, max])
      expect(shown(client)).toMatchObject([{ details: 'Tusday?', isEdited: false, isDeleted: false }]);
  });

  it('counts only when the service got it within the window', async () => {
    const { messaging, lena } = await both();
    await pass(CHANGE_WINDOW_MS + 60_000);
    const [wire] = messaging.log;
    messaging.actAs('uuid-lena', CHANNEL, wire!.timetoken, actionOf({ kind: 'delete' }, 'late'));
    await pass(100);
    expect(shown(lena)).toMatchObject([{ isDeleted: false }]);
  });

  it('waits while the service is away, and is given up with words when the window closes meanwhile', async () => {
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
    await pass(CHANGE_WINDOW_MS + 60_000);
    expect(Object.values(selectFailedChanges(lena.state()))).toMatchObject([{ id, status: 'late' }]);
    lena.store.dispatch(messageChangeGivenUp(lena.state().chat.changes[id]!));
    expect(shown(lena)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('that is refused says so and goes out when one retries', async () => {
    const { messaging, lena, max } = await both();
    messaging.refuse('addAction', 413);
    const id = change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    await pass(100);
    expect(Object.values(selectFailedChanges(lena.state()))).toMatchObject([{ id, status: 'refused' }]);
    lena.store.dispatch(messageChangeRetried({ id }));
    await pass(100);
    expect(selectFailedChanges(lena.state())).toEqual({});
    expect(shown(max)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('is said once though the answer to it was lost', async () => {
    const { messaging, lena } = await both();
    messaging.loseAnswers(true);
    change(lena, 0, { kind: 'delete' });
    await pass(100);
    messaging.loseAnswers(false);
    await pass(45_000);
    expect(messaging.said).toHaveLength(1);
    expect(lena.state().chat.changes).toEqual({});
    expect(shown(lena)).toMatchObject([{ isDeleted: true }]);
  });

  it('does not touch the message that was begun', async () => {
    const { lena } = await both();
    const draft = () => selectDraft(lena.state(), chatDraftKey(CHANNEL));
    lena.store.dispatch(draftChanged({ key: chatDraftKey(CHANNEL), text: 'Next I wanted to' }));
    const { timetoken } = selectOpenPosts(lena.state())[0]!;
    lena.store.dispatch(editStarted({ channel: CHANNEL, messageTimetoken: timetoken!, details: 'Tusday?' }));
    expect(selectDraft(lena.state(), editDraftKey(CHANNEL))).toBe('Tusday?');
    change(lena, 0, { kind: 'edit', details: 'Tuesday?' });
    expect(draft()).toBe('Next I wanted to');
    expect(selectEdited(lena.state(), CHANNEL)).toBeNull();
  });
});

describe('a reaction', () => {
  it('of both is counted, and taken back by whoever gave it', async () => {
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

describe('changes', () => {
  it('that were said while nobody listened are caught up with', async () => {
    const { messaging, lena, max } = await both();
    messaging.goAway();
    await pass(1_000);
    const [wire] = messaging.log;
    messaging.actAs('uuid-lena', CHANNEL, wire!.timetoken, actionOf({ kind: 'delete' }, 'while-away'));
    messaging.comeBack();
    await pass(45_000);
    for (const client of [lena, max]) expect(shown(client)).toMatchObject([{ isDeleted: true }]);
  });

  it('of old messages are known when these are loaded, however many came since', async () => {
    const messaging = withHistory(700);
    const [first] = messaging.log;
    messaging.actAs('uuid-max', CHANNEL, first!.timetoken, actionOf({ kind: 'delete' }, 'first'));
    for (const { timetoken } of messaging.log.slice(300))
      messaging.actAs(
        'uuid-max',
        CHANNEL,
        timetoken,
        actionOf({ kind: 'reaction', emoji: '🎉', isOn: true }, timetoken),
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

  it('of a message that was published twice are shown, whichever of the two they name', async () => {
    const messaging = withHistory(0);
    const twice = { user: lenaSays, details: 'Twice', timestamp: Date.now() };
    const [one, two] = [1, 2].map(() =>
      messaging.publishAs('uuid-lena', CHANNEL, twice, { id: 'twice-0001' }),
    );
    messaging.actAs('uuid-lena', CHANNEL, two!.timetoken, actionOf({ kind: 'edit', details: 'Once' }, 'a'));
    messaging.actAs(
      'uuid-max',
      CHANNEL,
      one!.timetoken,
      actionOf({ kind: 'reaction', emoji: '👀', isOn: true }, 'b'),
    );
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(100);
    expect(shown(lena)).toMatchObject([{ details: 'Once', reactions: [{ emoji: '👀', count: 1 }] }]);
  });

  it('that break the contract are reported and skipped, and those of others are not ours', async () => {
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

  it('are forgotten with the session', async () => {
    const { lena } = await both();
    change(lena, 0, { kind: 'delete' });
    await pass(100);
    lena.tokens.say({ kind: 'signedOutElsewhere' });
    await pass(100);
    expect(lena.state().chat).toMatchObject({ marks: {}, changes: {}, knownMarks: {} });
  });
});
