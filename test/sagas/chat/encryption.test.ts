import { ENCRYPTED_PREVIEW } from '#contract/chat.ts';
import type { Ports, Realtime, UnreadableCause } from '#sagas/ports.ts';
import { shareRealtime } from '#sagas/realtime/sharedRealtime.ts';
import {
  selectConversationRows,
  selectOpenPosts,
  selectShownMarks,
  selectUnreadTotal,
} from '#store/chat/chatSelectors.ts';
import { conversationsRequested } from '#store/chat/chatSlice.ts';
import { shownPost } from '#store/chat/marks.ts';
import { selectIsEncrypted } from '#store/presence/presenceSlice.ts';
import type { Client } from '../../support/client.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { json } from '../../support/fakeApi.ts';
import type { FakeMessaging } from '../../support/fakeRealtime.ts';
import { fakeBrowser } from '../../support/fakeTabs.ts';
import { CHANNEL, fromMax, open, say, texts, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const sealed = (messaging: FakeMessaging, n: number, cause: UnreadableCause = 'wrong key') =>
  messaging.publishAs('uuid-max', CHANNEL, 'UE5FRA', { id: `sealed-${n}` }, cause);
const shown = (client: Client) => {
  const marks = selectShownMarks(client.state());
  return selectOpenPosts(client.state()).map((post) => shownPost(post, marks[post.timetoken ?? ''], 7));
};
const config = { authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 };

describe('a message that cannot be decrypted', () => {
  it.each<[UnreadableCause]>([['empty content'], ['unknown cryptor'], ['invalid header'], ['wrong key']])(
    'for %s is one marked item, is reported once, and the list goes on',
    async (cause) => {
      const lena = start({ messaging: withHistory(1) });
      await pass(100);
      open(lena);
      await pass(100);
      sealed(lena.messaging, 1, cause);
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('after it'), { id: 'after-it' });
      await pass(100);
      expect(shown(lena)).toMatchObject([
        { details: 'message 1', isUnreadable: false },
        { details: '', isUnreadable: true },
        { details: 'after it', isUnreadable: false },
      ]);
      expect(selectOpenPosts(lena.state())[1]).toMatchObject({
        id: 'sealed-1',
        publisherId: 9,
        status: 'sent',
      });
      expect(lena.errors.map(({ where }) => where)).toEqual([`message on ${CHANNEL}`]);
      expect(String(lena.errors[0]?.error)).toContain(cause);
      expect(String(lena.errors[0]?.error)).not.toContain('UE5FRA');
    },
  );

  it('counts as unread until it was seen, and the list of conversations says what it is', async () => {
    const messaging = withHistory(0);
    for (const n of [1, 2]) sealed(messaging, n);
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

  it('is asked for no more often, and reported no more often, than any other', async () => {
    const messaging = withHistory(0);
    for (let n = 1; n <= 30; n++) sealed(messaging, n);
    const lena = start({
      messaging,
      answers: { 'GET /api/messaging/config': () => json({ ...config, cipherKey: 'k' }) },
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
    expect(selectOpenPosts(lena.state())).toHaveLength(30);
    expect(lena.errors).toHaveLength(1);
  });

  it('leaves a correction that cannot be read as that, and not as what stood there before', async () => {
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

describe('chats that are encrypted from now on', () => {
  /** What a line with the key makes of what one without it cannot read. */
  const opened = <Wire extends { unreadable?: UnreadableCause; message: unknown }>(wire: Wire): Wire => {
    if (!wire.unreadable) return wire;
    const { unreadable: _cause, ...readable } = wire;
    return { ...readable, message: fromMax('sealed words') } as Wire;
  };
  const withKey = (line: Realtime): Realtime => ({
    ...line,
    listen: (onEvent) => line.listen((event) => onEvent(event.kind === 'message' ? opened(event) : event)),
    history: async (...range) => (await line.history(...range)).map(opened),
    latest: async (channels) => (await line.latest(channels)).map(opened),
  });

  /** A service whose sealed messages are read by whoever connects with the key, when there is one. */
  function keyComesLater() {
    const messaging = withHistory(1);
    let cipherKey: string | undefined;
    const keysSeen: (string | undefined)[] = [];
    const connect: Ports['connectRealtime'] = async (given) => {
      keysSeen.push(given.cipherKey);
      const line = await messaging.connect(given);
      return given.cipherKey ? withKey(line) : line;
    };
    const answers = {
      'GET /api/messaging/config': () => json({ ...config, ...(cipherKey && { cipherKey }) }),
    };
    return {
      messaging,
      keysSeen,
      connect,
      options: { messaging, connect, answers },
      turnOn: () => {
        cipherKey = 'the key';
      },
    };
  }

  it('are read without a reload: whoever cannot read asks for the key, and begins anew with it', async () => {
    const { messaging, options, keysSeen, turnOn } = keyComesLater();
    const lena = start(options);
    await pass(100);
    open(lena);
    await pass(100);
    expect(selectIsEncrypted(lena.state())).toBe(false);
    turnOn();
    sealed(messaging, 1, 'no key');
    await pass(500);
    expect(keysSeen).toEqual([undefined, 'the key']);
    expect(selectIsEncrypted(lena.state())).toBe(true);
    expect(texts(lena)).toEqual(['message 1', 'sealed words']);
    expect(selectConversationRows(lena.state())).toMatchObject([{ preview: { text: 'sealed words' } }]);
    expect(messaging.connections.size).toBe(1);
    say(lena, 'answer');
    await pass(100);
    expect(messaging.log.at(-1)).toMatchObject({ message: { details: 'answer' } });
  });

  it('are read by a tab with the key, whatever the tab that leads has, and in the end by one line for all', async () => {
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
    sealed(messaging, 1, 'no key');
    await pass(100);
    expect(texts(young)).toEqual(['message 1', 'sealed words']);
    expect(young.errors).toEqual([]);
    await pass(5_000);
    expect(texts(old)).toEqual(['message 1', 'sealed words']);
    expect([...messaging.connections].filter(({ channels }) => channels.size > 0)).toHaveLength(1);
  });

  it('are asked for once where there is no key to be had', async () => {
    const { messaging, options, keysSeen } = keyComesLater();
    const lena = start(options);
    await pass(100);
    for (let n = 1; n <= 5; n++) {
      sealed(messaging, n, 'no key');
      await pass(100);
    }
    expect(lena.api.asked('GET /api/messaging/config')).toBe(2);
    expect(keysSeen).toEqual([undefined]);
  });

  it('tell whoever is away that there is a message, and nothing of it', async () => {
    const messaging = withHistory(0);
    const lena = start({
      messaging,
      answers: { 'GET /api/messaging/config': () => json({ ...config, cipherKey: 'the key' }) },
    });
    await pass(100);
    say(lena, 'Only for you');
    await pass(100);
    const body = await lena.api.requests.at(-1)!.clone().json();
    expect(body).toEqual({ receiverId: 9, previewText: ENCRYPTED_PREVIEW });
    expect(JSON.stringify(lena.state())).not.toContain('the key');
  });
});
