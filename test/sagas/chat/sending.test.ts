import type { ChatMessage } from '#contract/chat.ts';
import { selectOpenPosts } from '#store/chat/chatSelectors.ts';
import {
  conversationStarted,
  historyRequested,
  messageRetried,
  messageSubmitted,
} from '#store/chat/chatSlice.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { json } from '../../support/fakeApi.ts';
import {
  aMax,
  CHANNEL,
  lenaSays,
  open,
  say,
  statuses,
  texts,
  withHistory,
} from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

describe('sending', () => {
  it('keeps a message on screen while the service is away and sends it once when it is back', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(100);
    lena.messaging.goAway();
    say(lena, 'hold on to this');
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent', 'sending']);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(
      lena.messaging.log.filter(({ message }) => (message as ChatMessage).details === 'hold on to this'),
    ).toHaveLength(1);
  });

  it('keeps the order in which the messages were written', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.goAway();
    for (const text of ['one', 'two', 'three']) say(lena, text);
    await pass(5_000);
    lena.messaging.comeBack();
    await pass(45_000);
    expect(lena.messaging.log.map(({ message }) => (message as ChatMessage).details)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(texts(lena)).toEqual(['one', 'two', 'three']);
  });

  it('stores a message once though the answer to it was lost, and shows it once', async () => {
    const messaging = withHistory(0);
    const lena = start({ messaging });
    const max = start({ messaging, user: aMax });
    await pass(100);
    open(lena);
    open(max);
    for (const connection of messaging.connections) connection.isConnected = false; // no echo either
    messaging.loseAnswers(true);
    say(lena, 'once on the wire');
    await pass(100);
    messaging.loseAnswers(false);
    await pass(45_000);
    expect(messaging.log).toHaveLength(1);
    expect(texts(lena)).toEqual(['once on the wire']);
    max.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(max)).toEqual(['once on the wire']);
  });

  it('does not send again what the echo has shown to be there, though the answer was lost', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.loseAnswers(true);
    say(lena, 'once on the wire');
    await pass(100);
    lena.messaging.loseAnswers(false);
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.log).toHaveLength(1);
  });

  it('marks a refused message failed, holds up no later one, and sends it again under the same id when asked', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 413);
    const id = say(lena, 'too long');
    say(lena, 'short');
    await pass(100);
    expect(selectOpenPosts(lena.state()).map(({ details, status }) => [details, status])).toEqual([
      ['short', 'sent'],
      ['too long', 'failed'],
    ]);
    lena.store.dispatch(messageRetried({ channel: CHANNEL, id }));
    await pass(100);
    expect(statuses(lena)).toEqual(['sent', 'sent']);
    expect(lena.messaging.log.map(({ meta }) => (meta as { id: string }).id)).toContain(id);
  });

  it('renews a key that was refused and sends once more', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    open(lena);
    lena.messaging.refuse('publish', 403);
    say(lena, 'with a new key');
    await pass(100);
    expect(statuses(lena)).toEqual(['sent']);
    expect(lena.messaging.calls).toContain('renewKey key-1');
  });

  it('sends what was written before the service had told how to connect', async () => {
    const away = () => new Response('', { status: 503 });
    const lena = start({ messaging: withHistory(0), answers: { 'GET /api/messaging/config': away } });
    await pass(100);
    open(lena);
    say(lena, 'very early');
    await pass(5_000);
    expect(statuses(lena)).toEqual(['sending']);
    lena.api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 }),
    );
    await pass(31_000);
    expect(statuses(lena)).toEqual(['sent']);
  });

  it('sends what was written before there was a connection', async () => {
    const messaging = withHistory(0);
    messaging.goAway();
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    say(lena, 'early');
    await pass(5_000);
    messaging.comeBack();
    await pass(45_000);
    expect(statuses(lena)).toEqual(['sent']);
  });

  it('fails at once to somebody who is in no directory, instead of waiting for ever', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    const channel = 'chat_T3_U7.U99';
    lena.store.dispatch(conversationStarted({ channel, peerId: 99 }));
    lena.store.dispatch(messageSubmitted(channel, lenaSays, 'Is anybody there?'));
    await pass(1_000);
    expect(selectOpenPosts(lena.state())).toMatchObject([{ status: 'failed' }]);
    expect(lena.messaging.log).toEqual([]);
  });
});
