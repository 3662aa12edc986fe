import { selectPost, selectThread } from '#store/chat/chatSelectors.ts';
import { conversationStarted, messageSubmitted } from '#store/chat/chatSlice.ts';
import { postsOf } from '#store/chat/thread.ts';
import { sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';
import { aBrowser } from '../support/aBrowser.ts';
import { type Client, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json, problem } from '../support/fakeApi.ts';
import type { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHANNEL = 'chat_T3_U7.U9';

const write = ({ store }: Client, ...texts: string[]) => {
  store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  for (const text of texts)
    store.dispatch(messageSubmitted(CHANNEL, { id: 7, firstName: 'Lena', lastName: 'Larsen' }, text));
};
const stored = ({ log }: ReturnType<typeof fakeMessaging>) =>
  log.map(({ message }) => (message as { details: string }).details);
const shown = ({ state }: Client) =>
  postsOf(selectThread(state(), CHANNEL)).map(({ details, status }) => `${details}: ${status}`);

describe('what was written and not sent', () => {
  it('goes out once and in order after a reload, though it was written while the service was away', async () => {
    const { messaging, openTab } = aBrowser(start);
    const before = openTab();
    await pass(1_000);
    messaging.goAway();
    write(before.client, 'one', 'two', 'three');
    await pass(5_000);
    before.close();
    messaging.comeBack();
    const after = openTab();
    await pass(5_000);
    expect(stored(messaging)).toEqual(['one', 'two', 'three']);
    expect(shown(after.client)).toEqual(['one: sent', 'two: sent', 'three: sent']);
  });

  it('is stored once when the tab was closed between the sending and the answer', async () => {
    const { messaging, openTab } = aBrowser(start);
    const before = openTab();
    await pass(1_000);
    messaging.loseAnswers(true);
    write(before.client, 'only once');
    await pass(20);
    before.close();
    messaging.loseAnswers(false);
    const after = openTab();
    await pass(5_000);
    expect(stored(messaging)).toEqual(['only once']);
    expect(shown(after.client)).toEqual(['only once: sent']);
  });

  it('is sent by another tab when its own is closed, and by one alone', async () => {
    const { messaging, openTab } = aBrowser(start);
    const tabs = [openTab(), openTab(), openTab()];
    await pass(1_000);
    messaging.goAway();
    write(tabs[0]!.client, 'one', 'two');
    await pass(2_000);
    tabs[0]!.close();
    await pass(2_000);
    messaging.comeBack();
    await pass(15_000);
    expect(stored(messaging)).toEqual(['one', 'two']);
    const settled = tabs.slice(1).map(({ client }) => shown(client));
    expect(settled).toContainEqual(['one: sent', 'two: sent']);
    expect(settled.flat().filter((line) => !line.endsWith('sent'))).toEqual([]);
  });

  it('is not touched by another tab while its own lives', async () => {
    const { messaging, openTab } = aBrowser(start);
    const writer = openTab();
    await pass(1_000);
    messaging.goAway();
    write(writer.client, 'mine');
    await pass(1_000);
    const other = openTab();
    await pass(5_000);
    expect(shown(other.client)).toEqual([]);
    messaging.comeBack();
    await pass(15_000);
    expect(stored(messaging)).toEqual(['mine']);
  });

  it('is forgotten once the service has it', async () => {
    const { disk, openTab } = aBrowser(start);
    const { client } = openTab();
    await pass(1_000);
    write(client, 'one', 'two');
    await pass(1_000);
    expect(shown(client)).toEqual(['one: sent', 'two: sent']);
    expect(await disk.hand('T3_U7', null, 'a look at it')).toEqual([]);
  });

  it('comes back as refused, to be tried again, when the service refused it', async () => {
    const { messaging, openTab } = aBrowser(start);
    const before = openTab();
    await pass(1_000);
    messaging.refuse('publish', 413);
    write(before.client, 'refused');
    await pass(1_000);
    before.close();
    const after = openTab();
    await pass(5_000);
    expect(shown(after.client)).toEqual(['refused: failed']);
    expect(stored(messaging)).toEqual([]);
  });

  it('is wiped when its person signs out', async () => {
    const { messaging, disk, openTab } = aBrowser(start);
    const { client } = openTab();
    await pass(1_000);
    messaging.goAway();
    write(client, 'never mind');
    await pass(1_000);
    client.store.dispatch(signOutRequested());
    await pass(1_000);
    expect(await disk.tabs('T3_U7')).toEqual([]);
  });

  it('is kept when the service ends the session, and sent when the same person is back', async () => {
    const { messaging, openTab } = aBrowser(start);
    const { client } = openTab();
    await pass(1_000);
    messaging.goAway();
    write(client, 'later');
    await pass(1_000);
    client.store.dispatch(sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getProgram' }));
    await pass(1_000);
    messaging.comeBack();
    client.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
    await pass(5_000);
    expect(stored(messaging)).toEqual(['later']);
    expect(shown(client)).toEqual(['later: sent']);
  });

  it('is neither shown nor sent to another person of the same browser', async () => {
    const { messaging, disk, openTab } = aBrowser(start);
    const lena = openTab();
    await pass(1_000);
    messaging.goAway();
    write(lena.client, 'private');
    await pass(1_000);
    lena.close();
    messaging.comeBack();
    const zoe = aUser({ userId: 12, uuid: 'uuid-zoe' });
    const other = openTab({ user: zoe });
    await pass(5_000);
    expect(JSON.stringify(other.client.state().chat)).not.toContain('private');
    expect(stored(messaging)).toEqual([]);
    expect(await disk.tabs('T3_U7')).toHaveLength(1);
  });

  it('waits for a person whose messaging access cannot be had yet', async () => {
    const { messaging, openTab } = aBrowser(start);
    const { client } = openTab({
      answers: { 'GET /api/messaging/config': () => problem(503, 'unavailable') },
    });
    await pass(2_000);
    write(client, 'patience');
    await pass(20_000);
    expect(shown(client)).toEqual(['patience: sending']);
    client.api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 }),
    );
    await pass(15_000);
    const [post] = postsOf(selectThread(client.state(), CHANNEL));
    expect(selectPost(client.state(), CHANNEL, post!.id)).toMatchObject({ status: 'sent' });
    expect(stored(messaging)).toEqual(['patience']);
  });
});
