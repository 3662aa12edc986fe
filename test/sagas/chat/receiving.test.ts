import { selectUnreadTotal } from '#store/chat/conversationSelectors.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { historyRequested } from '#store/chat/messagesSlice.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { CHANNEL, fromMax, lenaSays, open, texts, withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

describe('receiving messages', () => {
  it('reports invalid messages and shows the messages after them', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    lena.messaging.publishAs('uuid-max', CHANNEL, { details: 5 }, null);
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('whole again'), { id: 'whole-again' });
    await pass(100);
    open(lena);
    expect(texts(lena)).toEqual(['whole again']);
    expect(lena.errors.map(({ where }) => where)).toEqual([`message on ${CHANNEL}`]);
  });

  it('shows a message under its publisher’s name, whatever its payload says', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('I am Lena', lenaSays), { id: 'pretender-1' });
    await pass(100);
    open(lena);
    expect(selectOpenMessages(lena.state())).toMatchObject([{ publisherId: 9 }]);
    expect(lena.errors).toHaveLength(1);
  });

  it('dispatches one action for a burst', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    for (let n = 0; n < 200; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`burst ${n}`), { id: `burst-id-${n}` });
    await pass(100);
    expect(lena.actions.filter((type) => type === 'chat/messagesReceived')).toHaveLength(1);
    expect(selectUnreadTotal(lena.state())).toBe(200);
  });

  it('fetches missed messages before it handles live ones', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    for (let n = 1; n <= 230; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`missed ${n}`), { id: `missed-id-${n}` });
    await pass(5_000);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(texts(lena)).toHaveLength(232);
    expect(texts(lena).at(-1)).toBe('missed 230');
    expect(lena.state().connection.phase).toBe('connected');
  });

  it('loads the history again after a very long absence', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    for (let n = 1; n <= 900; n++)
      lena.messaging.publishAs('uuid-max', CHANNEL, fromMax(`missed ${n}`), { id: `missed-id-${n}` });
    lena.messaging.comeBack();
    await pass(45_000);
    expect(texts(lena)).toHaveLength(500);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toHaveLength(902);
    expect(new Set(texts(lena)).size).toBe(902);
  });
});
