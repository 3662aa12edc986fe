import { selectOpenThread } from '#store/chat/chatSelectors.ts';
import { historyRequested } from '#store/chat/chatSlice.ts';
import { pass } from '../../support/client.ts';
import { clientsUnderFakeTimers } from '../../support/clients.ts';
import { CHANNEL, open, texts, withHistory } from '../../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

describe('history', () => {
  it('comes in pages of 500, fetched in calls of 100, to the very start, without a gap or a double', async () => {
    const lena = start({ messaging: withHistory(742) });
    await pass(100);
    lena.messaging.calls.length = 0;
    open(lena);
    await pass(100);
    expect(lena.messaging.calls.filter((call) => call === 'history')).toHaveLength(5);
    expect(texts(lena)).toHaveLength(500);
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(Array.from({ length: 742 }, (_, index) => `message ${index + 1}`));
    expect(selectOpenThread(lena.state())).toMatchObject({ isAtStart: true, isLoading: false });
  });

  it('comes at once down to where somebody wants to go, however far that is', async () => {
    const lena = start({ messaging: withHistory(1_742) });
    await pass(100);
    open(lena);
    await pass(100);
    const wanted = lena.messaging.log[249]!.timetoken;
    lena.store.dispatch(historyRequested({ channel: CHANNEL, downTo: wanted }));
    await pass(100);
    // The last call brings what is wanted, and what lies in the same hundred.
    expect(texts(lena)[0]).toBe('message 243');
    expect(selectOpenThread(lena.state())).toMatchObject({ isAtStart: false, isLoading: false });
  });

  it('that could not be read says so and is read when it is asked for again', async () => {
    const lena = start({ messaging: withHistory(1) });
    await pass(100);
    lena.messaging.refuse('history', 403);
    open(lena);
    await pass(100);
    expect(selectOpenThread(lena.state())).toMatchObject({ hasFailed: true, isLoading: false });
    lena.store.dispatch(historyRequested({ channel: CHANNEL }));
    await pass(100);
    expect(texts(lena)).toEqual(['message 1']);
  });
});
