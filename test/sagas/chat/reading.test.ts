import { selectNewAfter, selectUnreadElsewhere, selectUnreadTotal } from '#store/chat/chatSelectors.ts';
import { chatToggled, conversationClosed, readPositionMoved } from '#store/chat/chatSlice.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { CHANNEL, fromMax, lenaSays, open, say, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const READ = 1_200;

describe('the read position', () => {
  it('moves when a message has been on screen for a second, not before', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(900);
    expect(selectUnreadTotal(lena.state())).toBe(3);
    await pass(300);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('stays where it was when the conversation is only opened and closed', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(500);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(5_000);
    expect(selectUnreadTotal(lena.state())).toBe(3);
    expect(lena.messaging.members.get(CHANNEL)?.get('uuid-lena')).toBeNull();
  });

  it('goes as far as was on screen and no further, until the person scrolls', async () => {
    const messaging = withHistory(5);
    const lena = start({ messaging });
    await pass(100);
    const third = messaging.log[2]!.timetoken;
    lena.scrollTo({ channel: CHANNEL, timetoken: third });
    open(lena);
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(2);
    lena.scrollTo({ channel: CHANNEL, timetoken: messaging.log[4]!.timetoken });
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('is kept with the service when the conversation is closed, so that another browser counts the same', async () => {
    const messaging = withHistory(3);
    const lena = start({ messaging });
    await pass(100);
    open(lena);
    await pass(READ);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    await pass(100);
    expect(messaging.members.get(CHANNEL)?.get('uuid-lena')).toBe(messaging.log.at(-1)?.timetoken);
    const elsewhere = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(elsewhere.state())).toBe(0);
  });

  it('is the same in both browsers within two seconds of reading', async () => {
    const messaging = withHistory(2);
    const here = start({ messaging });
    const there = start({ messaging });
    await pass(100);
    open(here);
    await pass(READ);
    expect(selectUnreadTotal(here.state())).toBe(0);
    for (let n = 0; n < 5; n++) {
      messaging.publishAs('uuid-max', CHANNEL, fromMax(`more ${n}`), { id: `more-id-${n}` });
      await pass(READ);
      await pass(1_000);
      expect([selectUnreadTotal(here.state()), selectUnreadTotal(there.state())]).toEqual([0, 0]);
    }
  });

  it('does not move while nobody looks at the page, and shows what is new to whom comes back', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(READ);
    const seen = lena.messaging.log.at(-1)?.timetoken;
    lena.page.change('blur', { isFocused: false });
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.page.change('focus', { isFocused: true });
    expect(selectNewAfter(lena.state())).toBe(seen);
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    expect(selectNewAfter(lena.state())).toBe(seen);
  });

  it('does not move while the widget is collapsed', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    await pass(READ);
    const seen = lena.messaging.log.at(-1)?.timetoken;
    lena.store.dispatch(chatToggled());
    lena.messaging.publishAs('uuid-max', CHANNEL, fromMax('are you there?'), { id: 'question-1' });
    await pass(10_000);
    expect(selectUnreadTotal(lena.state())).toBe(1);
    lena.store.dispatch(chatToggled());
    expect(selectNewAfter(lena.state())).toBe(seen);
    await pass(READ);
    expect(selectUnreadTotal(lena.state())).toBe(0);
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    open(lena);
    expect(selectNewAfter(lena.state())).toBeNull();
  });

  it('moves at once for whoever answers', async () => {
    const lena = start({ messaging: withHistory(2) });
    await pass(100);
    open(lena);
    await pass(100);
    say(lena, 'On my way');
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });

  it('never moves back', async () => {
    const lena = start({ messaging: withHistory(3) });
    await pass(100);
    open(lena);
    await pass(READ);
    const [first] = lena.messaging.log;
    lena.store.dispatch(readPositionMoved({ channel: CHANNEL, timetoken: first!.timetoken }));
    lena.messaging.setMember(CHANNEL, 'uuid-lena', first!.timetoken);
    await pass(25_000);
    expect(selectUnreadTotal(lena.state())).toBe(0);
  });
});

describe('the unread count', () => {
  it('leaves out the conversation one is looking at, only in the title of the widget', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    open(lena);
    expect([selectUnreadTotal(lena.state()), selectUnreadElsewhere(lena.state())]).toEqual([1, 0]);
  });

  it('is what the other browser left unread, also of messages this one has never loaded', async () => {
    const messaging = withHistory(10);
    const lena = start({ messaging });
    await pass(100);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[3]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(6);
  });

  it('is exact when a position moves within more than the newest hundred', async () => {
    const messaging = withHistory(5_000);
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(5_000);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[1_999]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(3_000);
    messaging.setMember(CHANNEL, 'uuid-lena', messaging.log[4_989]!.timetoken);
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(10);
  });

  it('counts once what comes while the service is being asked, whichever answer knows of it', async () => {
    for (const operation of ['memberships', 'latest', 'counts', 'history']) {
      const messaging = withHistory(3);
      messaging.whenAsked(operation, () =>
        messaging.publishAs('uuid-max', CHANNEL, fromMax('in between'), { id: 'in-between-1' }),
      );
      const lena = start({ messaging });
      await pass(1_000);
      expect([operation, selectUnreadTotal(lena.state())]).toEqual([operation, 4]);
    }
  });

  it('has nothing of what one has written oneself', async () => {
    const messaging = withHistory(1);
    messaging.publishAs('uuid-lena', CHANNEL, fromMax('from my phone', lenaSays), { id: 'own-message-1' });
    messaging.publishAs('uuid-max', CHANNEL, fromMax('and back'), { id: 'answer-to-it' });
    const lena = start({ messaging });
    await pass(100);
    expect(selectUnreadTotal(lena.state())).toBe(2);
  });
});
