import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { CHANNEL, lenaSays, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

describe('telling a person who is away', () => {
  it('posts once in a conversation, and again only after they have read it', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    const posts = () => lena.api.asked('POST /api/unread-messages');
    for (const text of ['one', 'two']) lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, text));
    await pass(100);
    expect(posts()).toBe(1);
    lena.messaging.setMember(CHANNEL, 'uuid-max', timetokenAt(Date.now() + 1_000));
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'three'));
    await pass(100);
    expect(posts()).toBe(2);
  });

  it('posts nothing to a person who is online, and only the prefix of confidential feedback', async () => {
    const messaging = withHistory(0);
    messaging.present.add('uuid-max');
    const lena = start({ messaging });
    await pass(100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'hi'));
    await pass(100);
    expect(lena.api.asked('POST /api/unread-messages')).toBe(0);
    lena.messaging.announce('app_T3_checkin', [], ['uuid-max']);
    await pass(10_100);
    lena.store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Confidential session feedback: between us'));
    await pass(100);
    const body = await lena.api.requests.at(-1)!.clone().json();
    expect(body).toEqual({ receiverId: 9, previewText: 'Confidential session feedback:' });
  });
});
