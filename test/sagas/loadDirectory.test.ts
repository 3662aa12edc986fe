import { loadDirectory } from '#sagas/people/loadDirectory.ts';
import { lena, max } from '#test/fixtures/people.ts';
import { aWorkplace, planOf, runFor, thunksAnswered, withFakeClock } from '#test/support/plan.ts';

withFakeClock();

describe('loadDirectory', () => {
  const answering = (...answers: object[]) => {
    let asked = 0;
    let letGo = 0;
    const providers = [
      // The value is not a promise, because the worker would wait for it.
      thunksAnswered(() => ({ ...(answers[asked++] ?? { data: [] }), unsubscribe: () => void letGo++ })),
    ];
    return { providers, asked: () => asked, letGo: () => letGo };
  };

  it('retries until the people are loaded, and stays subscribed', async () => {
    const { ports } = await aWorkplace({
      page: { isOnline: () => true, isVisible: () => true, listen: () => () => {} } as never,
    });
    const failure = { error: { status: 'FETCH_ERROR', error: 'Failed to fetch' } };
    const { providers, asked, letGo } = answering(failure, failure, { data: [lena, max] });
    await runFor(120_000, planOf({ ports, providers }, loadDirectory));
    expect(asked()).toBe(3);
    expect(letGo()).toBe(2);
  });
});
