import { keepOutbox } from '#sagas/outbox/keepOutbox.ts';
import { outboxOwner } from '#sagas/outbox/outboxOwner.ts';
import { restoreOutbox } from '#sagas/outbox/restoreOutbox.ts';
import { conversationJoined } from '#store/chat/conversationsSlice.ts';
import { selectMessage, selectMessages } from '#store/chat/messageSelectors.ts';
import { messageFailed, messageSent, messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import type { OutboxEntry } from '#store/ports/outbox.ts';
import type { RootState } from '#store/rootReducer.ts';
import { sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aBrowser } from '#test/support/aBrowser.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import type { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { CHANNEL, lenaSays } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor, stateAfter } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const write = ({ store }: Client, ...texts: string[]) => {
  store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  for (const text of texts)
    store.dispatch(messageSubmitted(CHANNEL, { id: 7, firstName: 'Lena', lastName: 'Larsen' }, text));
};

const stored = ({ log }: ReturnType<typeof fakeMessaging>) =>
  log.map(({ message }) => (message as { details: string }).details);

const shown = ({ state }: Client) =>
  selectMessages(state(), CHANNEL).map(({ details, status }) => `${details}: ${status}`);

const written = messageSubmitted(CHANNEL, lenaSays, 'Hello');

const { id } = written.payload;

const joined = [
  conversationStarted({ channel: CHANNEL, peerId: 9 }),
  conversationJoined({ channel: CHANNEL }),
];

const statusIn = (storeState: unknown) => selectMessage(storeState as RootState, CHANNEL, id)?.status;

describe('the outbox of pending messages', () => {
  it('sends pending messages once and in order after a reload', async () => {
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

  it('stores a message once if the tab was closed before the response', async () => {
    const { messaging, openTab } = aBrowser(start);
    for (const uuid of ['uuid-lena', 'uuid-max']) messaging.setMember(CHANNEL, uuid, undefined);
    const before = openTab();
    await pass(1_000);
    for (const connection of messaging.connections) connection.isConnected = false; // the echo is lost as well
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

  it('lets exactly one other tab send the messages of a closed tab', async () => {
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

  it('does not send messages of another tab while that tab is open', async () => {
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

  it('removes a message when the service has it', async () => {
    const { disk, openTab } = aBrowser(start);
    const { client } = openTab();
    await pass(1_000);
    write(client, 'one', 'two');
    await pass(1_000);
    expect(shown(client)).toEqual(['one: sent', 'two: sent']);
    expect(await disk.reassign('T3_U7', null, 'a look at it')).toEqual([]);
  });

  it('restores a refused message as failed, so that the user can retry', async () => {
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

  it('is deleted at sign-out', async () => {
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

  it('is kept when the server ends the session, and sent when the same user signs in again', async () => {
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

  it('is neither shown to nor sent by another user of the same browser', async () => {
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

  it('waits while the messaging configuration cannot be loaded', async () => {
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
    const [message] = selectMessages(client.state(), CHANNEL);
    expect(selectMessage(client.state(), CHANNEL, message!.id)).toMatchObject({ status: 'sent' });
    expect(stored(messaging)).toEqual(['patience']);
  });
});

describe('restoreOutbox', () => {
  it('restores the entries of a closed tab with their status, and no entries of other users', async () => {
    const message = (id: string, more: object = {}) => ({
      id,
      channel: CHANNEL,
      details: `words of ${id}`,
      timestamp: 1,
      hasFailed: false,
      ...more,
    });
    const entries: OutboxEntry[] = [
      message('on-its-way'),
      message('refused', { hasFailed: true }),
      message('of-others', { channel: 'chat_T3_U8.U9' }),
    ];
    const { ports, user } = await aWorkplace({
      outbox: {
        adopt(_owner: string, onEntries: (found: OutboxEntry[]) => void) {
          setTimeout(onEntries, 5, entries);
          return () => {};
        },
      } as never,
    });
    const { storeState } = await runFor(50, planOf({ ports }, restoreOutbox, user, 'owner'));
    const statusOf = (id: string, channel = CHANNEL) =>
      selectMessage(storeState as RootState, channel, id)?.status;
    expect(statusOf('on-its-way')).toBe('sending');
    expect(statusOf('refused')).toBe('failed');
    expect(statusOf('of-others', 'chat_T3_U8.U9')).toBeUndefined();
  });
});

describe('keepOutbox', () => {
  function aBox(found: OutboxEntry[] = []) {
    const kept = new Map<string, OutboxEntry>();
    const owners = new Set<string>();
    return {
      kept,
      owners,
      port: {
        adopt(owner: string, onEntries: (entries: OutboxEntry[]) => void) {
          owners.add(owner);
          if (found.length > 0) queueMicrotask(() => onEntries(found));
          return () => undefined;
        },
        put: async (owner: string, entry: OutboxEntry) => {
          owners.add(owner);
          kept.set(entry.id, entry);
        },
        remove: async (gone: string) => void kept.delete(gone),
        wipe: async () => kept.clear(),
      },
    };
  }

  it('stores pending messages, marks refused ones, and removes sent ones', async () => {
    const box = aBox();
    const { ports, user } = await aWorkplace({ outbox: box.port });
    const run = (...actions: Parameters<typeof stateAfter>) => {
      const plan = planOf({ ports, state: stateAfter(...joined) }, keepOutbox, user);
      for (const action of actions) plan.dispatch(action);
      return runFor(20, plan);
    };
    await run(written);
    expect(box.kept.get(id)).toMatchObject({ details: 'Hello', channel: CHANNEL, hasFailed: false });
    await run(written, messageFailed({ channel: CHANNEL, id, status: 'failed', reason: 'refused' }));
    expect(box.kept.get(id)).toMatchObject({ hasFailed: true });
    await run(
      written,
      messageSent({ channel: CHANNEL, id, timetoken: '17000000000000001', details: 'Hello' }),
    );
    expect([...box.kept]).toEqual([]);
    expect([...box.owners]).toEqual([outboxOwner(user)]);
  });

  it('restores stored messages and ignores conversations of other users', async () => {
    const entry = { id, channel: CHANNEL, details: 'Hello', timestamp: 1_700_000_000_000, hasFailed: false };
    const strange = { ...entry, id: 'of-another-user', channel: 'chat_T3_U8.U9' };
    const { ports, user } = await aWorkplace({ outbox: aBox([entry, strange]).port });
    const { storeState } = await runFor(20, planOf({ ports }, keepOutbox, user));
    expect(statusIn(storeState)).toBe('sending');
    expect(Object.keys((storeState as RootState).chat.messages.byChannel)).toEqual([CHANNEL]);
  });
});
