import { refreshLock } from '#src/app/ports/refreshLock.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the refresh lock', () => {
  it('allows one refresh at a time, even after a failed one', async () => {
    const lock = refreshLock(navigator.locks);
    let inside = 0;
    let most = 0;
    const work = (fails: boolean) => async () => {
      inside += 1;
      most = Math.max(most, inside);
      await soon();
      inside -= 1;
      if (fails) throw new Error('refused');
      return 'done';
    };
    const outcomes = await Promise.allSettled([lock(work(false)), lock(work(true)), lock(work(false))]);
    expect(most).toBe(1);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('is taken from a tab that was frozen during its refresh', async () => {
    const frozen = navigator.locks
      .request('trellis-refresh', () => new Promise(() => {}))
      .catch(() => 'taken away');
    await soon();
    jest.useFakeTimers();
    const waiting = refreshLock(navigator.locks)(async () => 'done');
    jest.advanceTimersByTime(10_100);
    jest.useRealTimers();
    expect(await waiting).toBe('done');
    expect(await frozen).toBe('taken away');
  });

  it('is skipped in browsers without Web Locks', async () => {
    expect(await refreshLock(undefined)(async () => 'done')).toBe('done');
  });
});
