import type { MessageAction } from '#contract/messaging/messageActions.ts';
import { selectFailedMessageActions, selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { shownMessage } from '#store/chat/messageActions.ts';
import { messageActionDiscarded, messageActionSubmitted } from '#store/chat/messageActionsSlice.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aBrowser } from '#test/support/aBrowser.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, open, say, withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const edit = { kind: 'edit', details: 'Tuesday?' } as const;
const shown = ({ state }: Client) =>
  selectOpenMessages(state()).map((message) =>
    shownMessage(message, selectOpenMessageActions(state())[message.timetoken ?? ''], 7),
  );
const change = ({ store }: Client, what: MessageAction) => {
  const { timetoken } = selectOpenMessages(store.getState())[0]!;
  return store.dispatch(messageActionSubmitted(CHANNEL, timetoken!, what)).payload.id;
};

/** Lena has sent one message and has the conversation open. */
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

describe('pending message actions', () => {
  it('are shown after a reload and sent in order when the service is back', async () => {
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
    expect(messaging.savedActions.map(({ type }) => type)).toEqual(['edit', 'edit', 'reaction']);
    expect(after.state().chat.messageActions.pending).toEqual({});
    expect(await disk.reassign('T3_U7', null, 'a look at it')).toEqual([]);
  });

  it('are saved once if the tab was closed before the response', async () => {
    const { messaging, client, close, openTab } = await oneMessage();
    messaging.loseAnswers(true);
    change(client, edit);
    await pass(20);
    close();
    messaging.loseAnswers(false);
    const after = await reopen(openTab);
    expect(messaging.savedActions).toHaveLength(1);
    expect(after.state().chat.messageActions.pending).toEqual({});
    expect(shown(after)).toMatchObject([{ details: 'Tuesday?', isEdited: true }]);
  });

  it('are restored with their text after a refusal, until they are discarded', async () => {
    const { messaging, client, close, openTab, disk } = await oneMessage();
    messaging.refuse('addAction', 413);
    const id = change(client, edit);
    await pass(100);
    close();
    const after = await reopen(openTab);
    expect(shown(after)).toMatchObject([{ details: 'Tuesday?' }]);
    expect(Object.values(selectFailedMessageActions(after.state()))).toMatchObject([
      { id, status: 'refused' },
    ]);
    after.store.dispatch(messageActionDiscarded(after.state().chat.messageActions.pending[id]!));
    await pass(100);
    expect(await disk.tabs('T3_U7')).toEqual([]);
  });

  it('are sent when the same user signs in again after the server ended the session', async () => {
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
    expect(messaging.savedActions).toHaveLength(1);
    expect(shown(client)).toMatchObject([{ details: 'Tuesday?' }]);
  });

  it('are deleted at sign-out', async () => {
    const { messaging, client, disk } = await oneMessage();
    messaging.goAway();
    change(client, edit);
    await pass(1_000);
    client.store.dispatch(signOutRequested());
    await pass(1_000);
    expect(await disk.tabs('T3_U7')).toEqual([]);
  });
});
