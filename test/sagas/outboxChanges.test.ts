import type { MessageChange } from '#contract/chatChanges.ts';
import { selectFailedChanges, selectOpenPosts, selectShownMarks } from '#store/chat/chatSelectors.ts';
import { messageChanged, messageChangeGivenUp } from '#store/chat/chatSlice.ts';
import { shownPost } from '#store/chat/marks.ts';
import { sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aBrowser } from '../support/aBrowser.ts';
import { type Client, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { CHANNEL, open, say, withHistory } from '../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const edit = { kind: 'edit', details: 'Tuesday?' } as const;
const shown = ({ state }: Client) =>
  selectOpenPosts(state()).map((post) => shownPost(post, selectShownMarks(state())[post.timetoken ?? ''], 7));
const change = ({ store }: Client, what: MessageChange) => {
  const { timetoken } = selectOpenPosts(store.getState())[0]!;
  return store.dispatch(messageChanged(CHANNEL, timetoken!, what)).payload.id;
};

/** Lena has written one message and looks at it. */
async function oneMessage() {
  const browser = aBrowser(start, withHistory(0));
  const tab = browser.openTab();
  await pass(100);
  open(tab.client);
  say(tab.client, 'Tusday?');
  await pass(100);
  return { ...browser, ...tab };
}
const reopen = async (openTab: Awaited<ReturnType<typeof oneMessage>>['openTab']) => {
  const { client } = openTab();
  await pass(100);
  open(client);
  await pass(15_000);
  return client;
};

describe('what was said about a message and not acknowledged', () => {
  it('is on screen after a reload while the service is away, and said in its order when it is back', async () => {
    const { messaging, client, close, openTab, disk } = await oneMessage();
    messaging.goAway();
    change(client, { kind: 'edit', details: 'Wednesday?' });
    change(client, edit);
    change(client, { kind: 'reaction', emoji: '👍', isOn: true });
    await pass(5_000);
    close();
    messaging.comeBack();
    const after = await reopen(openTab);
    expect(shown(after)).toMatchObject([{ details: 'Tuesday?', reactions: [{ emoji: '👍', isMine: true }] }]);
    expect(messaging.said.map(({ type }) => type)).toEqual(['edit', 'edit', 'reaction']);
    expect(after.state().chat.changes).toEqual({});
    expect(await disk.hand('T3_U7', null, 'a look at it')).toEqual([]);
  });

  it('is said once when the tab was closed between the saying and the answer', async () => {
    const { messaging, client, close, openTab } = await oneMessage();
    messaging.loseAnswers(true);
    change(client, edit);
    await pass(20);
    close();
    messaging.loseAnswers(false);
    const after = await reopen(openTab);
    expect(messaging.said).toHaveLength(1);
    expect(after.state().chat.changes).toEqual({});
    expect(shown(after)).toMatchObject([{ details: 'Tuesday?', isEdited: true }]);
  });

  it('that was refused comes back with its text until it is given up', async () => {
    const { messaging, client, close, openTab, disk } = await oneMessage();
    messaging.refuse('addAction', 413);
    const id = change(client, edit);
    await pass(100);
    close();
    const after = await reopen(openTab);
    expect(shown(after)).toMatchObject([{ details: 'Tuesday?' }]);
    expect(Object.values(selectFailedChanges(after.state()))).toMatchObject([{ id, status: 'refused' }]);
    after.store.dispatch(messageChangeGivenUp(after.state().chat.changes[id]!));
    await pass(100);
    expect(await disk.tabs('T3_U7')).toEqual([]);
  });

  it('is said when the same person is back after the service ended their session', async () => {
    const { messaging, client } = await oneMessage();
    messaging.goAway();
    change(client, edit);
    await pass(1_000);
    client.store.dispatch(sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getProgram' }));
    await pass(1_000);
    messaging.comeBack();
    client.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
    await pass(100);
    open(client);
    await pass(15_000);
    expect(messaging.said).toHaveLength(1);
    expect(shown(client)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('leaves with its person', async () => {
    const { messaging, client, disk } = await oneMessage();
    messaging.goAway();
    change(client, edit);
    await pass(1_000);
    client.store.dispatch(signOutRequested());
    await pass(1_000);
    expect(await disk.tabs('T3_U7')).toEqual([]);
  });
});
