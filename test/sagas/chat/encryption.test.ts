import { ENCRYPTED_PREVIEW } from '#contract/messaging/chat.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import type { Ports } from '#sagas/ports.ts';
import { shareRealtime } from '#sagas/realtime/sharedRealtime.ts';
import { selectConversationRows, selectUnreadTotal } from '#store/chat/conversationSelectors.ts';
import { conversationsRequested } from '#store/chat/conversationsSlice.ts';
import { selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { shownMessage } from '#store/chat/messageActions.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { selectIsEncrypted } from '#store/connection/connectionSlice.ts';
import type { Realtime, UnreadableCause } from '#store/ports/realtime.ts';
import type { Client } from '#test/support/client.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import type { FakeMessaging } from '#test/support/fakeRealtime.ts';
import { fakeBrowser } from '#test/support/fakeTabs.ts';
import { CHANNEL, fromMax, open, say, texts, withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const encryptedMessage = (messaging: FakeMessaging, n: number, cause: UnreadableCause = 'wrong key') =>
  messaging.publishAs('uuid-max', CHANNEL, 'UE5FRA', { id: `encryptedMessage-${n}` }, cause);
const shown = (client: Client) => {
  const marks = selectOpenMessageActions(client.state());
  return selectOpenMessages(client.state()).map((message) =>
    shownMessage(message, marks[message.timetoken ?? ''], 7),
  );
};
const config = { authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };

describe('a message that cannot be decrypted', () => {
  it.each<[UnreadableCause]>([['empty content'], ['unknown cryptor'], ['invalid header'], ['wrong key']])(
    'for %s is shown as one marked item and reported once, and later messages are shown',
    async (cause) => {
      const lena = start({ messaging: withHistory(1) });
      await pass(100);
      open(lena);
      await pass(100);
      encryptedMessage(lena.messaging, 1, cause);
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('after it'), { id: 'after-it' });
      await pass(100);
      expect(shown(lena)).toMatchObject([
        { details: 'message 1', isUnreadable: false },
        { details: '', isUnreadable: true },
        { details: 'after it', isUnreadable: false },
      ]);
      expect(selectOpenMessages(lena.state())[1]).toMatchObject({
        id: 'encryptedMessage-1',
        publisherId: 9,
        status: 'sent',
      });
      expect(lena.errors.map(({ where }) => where)).toEqual([`message on ${CHANNEL}`]);
      expect(String(lena.errors[0]?.error)).toContain(cause);
      expect(String(lena.errors[0]?.error)).not.toContain('UE5FRA');
    },
  );

  it('counts as unread until it is read, and is marked in the list of conversations', async () => {
    const messaging = withHistory(0);
    for (const n of [1, 2]) encryptedMessage(messaging, n);
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(2);
    expect(selectConversationRows(lena.state())).toMatchObject([
      { unread: 2, preview: { text: '', isUnreadable: true, isOwn: false } },
    ]);
    open(lena);
    await pass(2_500);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    expect(messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(messaging.log.at(-1)?.timetoken);
  });

  it('causes no repeated requests or reports', async () => {
    const messaging = withHistory(0);
    for (let n = 1; n <= 30; n++) encryptedMessage(messaging, n);
    const lena = start({
      messaging,
      answers: {
        'GET /api/messaging/config': () => json({ ...config, cipherKeys: [{ id: 'ACRH', key: 'k' }] }),
      },
    });
    await pass(100);
    open(lena);
    await pass(100);
    for (let n = 1; n <= 3; n++) {
      lena.store.dispatch(conversationsRequested());
      await pass(100);
    }
    messaging.calls.length = 0;
    await pass(9_000);
    expect(messaging.calls.filter((call) => call === 'history')).toEqual([]);
    expect(selectOpenMessages(lena.state())).toHaveLength(30);
    expect(lena.errors).toHaveLength(1);
  });

  it('shows an unreadable edit as unreadable, and not the text before it', async () => {
    const messaging = withHistory(1);
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(100);
    const { timetoken } = messaging.log[0]!;
    messaging.actAs('uuid-max', CHANNEL, timetoken, { type: 'edit', value: 'UE5FRA' }, 'wrong key');
    await pass(100);
    expect(shown(lena)).toMatchObject([{ details: '', isEdited: true, isUnreadable: true }]);
    expect(lena.errors).toHaveLength(1);
    messaging.actAs('uuid-max', CHANNEL, timetoken, {
      type: 'edit',
      value: JSON.stringify({ id: 'change-2', details: 'plain again' }),
    });
    await pass(100);
    expect(shown(lena)).toMatchObject([{ details: 'plain again', isUnreadable: false }]);
  });
});

describe('after encryption is switched on', () => {
  /** The message that a connection with the key receives instead of an unreadable one. */
  const opened = <Wire extends { unreadable?: UnreadableCause; message: unknown }>(wire: Wire): Wire => {
    if (!wire.unreadable) return wire;
    const { unreadable: _cause, ...readable } = wire;
    return { ...readable, message: fromMax('encryptedMessage words') } as Wire;
  };
  /** Opens messages while the connection has the newest key. */
  const withKey = (line: Realtime, hasNewest: () => boolean): Realtime => {
    const read = <Wire extends Parameters<typeof opened>[0]>(wire: Wire) =>
      hasNewest() ? opened(wire) : wire;
    return {
      ...line,
      listen: (onEvent) => line.listen((event) => onEvent(event.kind === 'message' ? read(event) : event)),
      history: async (...range) => (await line.history(...range)).map(read),
      latest: async (channels) => (await line.latest(channels)).map(read),
    };
  };

  /** A service whose encrypted messages are readable for clients with the key. */
  function keyComesLater() {
    const messaging = withHistory(1);
    let cipherKeys: MessagingConfig['cipherKeys'];
    const keysSeen: (string | undefined)[] = [];
    const connect: Ports['connectRealtime'] = async (given) => {
      keysSeen.push(given.cipherKeys?.[0]?.key);
      const line = await messaging.connect(given);
      const [newest] = given.cipherKeys ?? [];
      return newest ? withKey(line, () => newest.id === cipherKeys?.[0]?.id) : line;
    };
    const answers = {
      'GET /api/messaging/config': () => json({ ...config, ...(cipherKeys && { cipherKeys }) }),
    };
    return {
      messaging,
      keysSeen,
      connect,
      options: { messaging, connect, answers },
      turnOn: () => {
        cipherKeys = [{ id: 'ACRH', key: 'the key' }];
      },
      replaceKey: () => {
        cipherKeys = [{ id: 'K7QX', key: 'another key' }, ...(cipherKeys ?? [])];
      },
    };
  }

  it('a client without the key fetches it and reconnects, without a reload', async () => {
    const { messaging, options, keysSeen, turnOn } = keyComesLater();
    const lena = start(options);
    await pass(100);
    open(lena);
    await pass(100);
    expect(selectIsEncrypted(lena.state())).toBe(false);
    turnOn();
    encryptedMessage(messaging, 1, 'no key');
    await pass(500);
    expect(keysSeen).toEqual([undefined, 'the key']);
    expect(selectIsEncrypted(lena.state())).toBe(true);
    expect(texts(lena)).toEqual(['message 1', 'encryptedMessage words']);
    expect(selectConversationRows(lena.state())).toMatchObject([
      { preview: { text: 'encryptedMessage words' } },
    ]);
    expect(messaging.connections.size).toBe(1);
    say(lena, 'answer');
    await pass(100);
    expect(messaging.log.at(-1)).toMatchObject({ message: { details: 'answer' } });
  });

  it('a client fetches a new key when it receives a message that it cannot read, and shows the message', async () => {
    const { options, messaging, keysSeen, turnOn, replaceKey } = keyComesLater();
    turnOn();
    const lena = start(options);
    await pass(100);
    open(lena);
    await pass(100);
    replaceKey();
    encryptedMessage(messaging, 1, 'unknown cryptor');
    await pass(500);
    expect(keysSeen).toEqual(['the key', 'another key']);
    expect(texts(lena)).toEqual(['message 1', 'encryptedMessage words']);
    expect(messaging.connections.size).toBe(1);
  });

  it('a message that is pending while the key is replaced is sent once', async () => {
    const { options, messaging, turnOn, replaceKey } = keyComesLater();
    turnOn();
    const lena = start(options);
    await pass(100);
    open(lena);
    await pass(100);
    replaceKey();
    encryptedMessage(messaging, 1, 'unknown cryptor');
    say(lena, 'in between');
    await pass(2_000);
    expect(
      messaging.log.filter(({ message }) => JSON.stringify(message).includes('in between')),
    ).toHaveLength(1);
    expect(texts(lena)).toContain('in between');
  });

  it('a tab with the key reads messages although the leader has no key, and later they share a connection', async () => {
    const { messaging, connect, options, turnOn } = keyComesLater();
    const browser = fakeBrowser();
    const openTab = () => start({ ...options, connect: shareRealtime(connect, browser.open()) });
    const old = openTab();
    await pass(2_000);
    turnOn();
    const young = openTab();
    await pass(2_000);
    for (const tab of [old, young]) open(tab);
    await pass(500);
    encryptedMessage(messaging, 1, 'no key');
    await pass(100);
    expect(texts(young)).toEqual(['message 1', 'encryptedMessage words']);
    expect(young.errors).toEqual([]);
    await pass(5_000);
    expect(texts(old)).toEqual(['message 1', 'encryptedMessage words']);
    expect([...messaging.connections].filter(({ channels }) => channels.size > 0)).toHaveLength(1);
  });

  it('a client requests the key only once if there is none', async () => {
    const { messaging, options, keysSeen } = keyComesLater();
    const lena = start(options);
    await pass(100);
    for (let n = 1; n <= 5; n++) {
      encryptedMessage(messaging, n, 'no key');
      await pass(100);
    }
    expect(lena.api.asked('GET /api/messaging/config')).toBe(2);
    expect(keysSeen).toEqual([undefined]);
  });

  it('an offline peer is notified without message content', async () => {
    const messaging = withHistory(0);
    const lena = start({
      messaging,
      answers: {
        'GET /api/messaging/config': () => json({ ...config, cipherKeys: [{ id: 'ACRH', key: 'the key' }] }),
      },
    });
    await pass(100);
    say(lena, 'Only for you');
    await pass(100);
    const body = await lena.api.requests.at(-1)!.clone().json();
    expect(body).toEqual({ receiverId: 9, previewText: ENCRYPTED_PREVIEW });
    expect(JSON.stringify(lena.state())).not.toContain('the key');
  });
});
