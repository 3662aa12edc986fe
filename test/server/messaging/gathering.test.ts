import { setTimeout as sleep } from 'node:timers/promises';
import { Gathering } from '#server/messaging/messages/gathering.ts';

describe('a batch that follows another closely', () => {
  const committed = (count: number, tookMs: number) => {
    const gathering = new Gathering();
    gathering.committed(count, tookMs);
    return gathering;
  };
  /** Nothing but the turn of a promise: no timer runs. */
  const atOnce = async (complete: Promise<void>) =>
    (await Promise.race([complete, sleep(0, 'later')])) === undefined;

  it('begins at once when as many wait as were in the last', async () => {
    expect(await atOnce(committed(30, 5).complete(30))).toBe(true);
  });

  it('begins as soon as as many have come', async () => {
    const gathering = committed(30, 5);
    let isComplete = false;
    const complete = gathering.complete(1).then(() => {
      isComplete = true;
    });
    gathering.arrived(20);
    await Promise.resolve();
    expect(isComplete).toBe(false);
    gathering.arrived(30);
    await complete;
  });

  it('waits for nobody longer than a few milliseconds, however long the last commit took', async () => {
    const complete = committed(100, 3_600_000).complete(1);
    expect(await atOnce(complete)).toBe(false);
    await expect(Promise.race([complete, sleep(1_000, 'too long')])).resolves.toBeUndefined();
  });

  it('does not wait for company that was small', async () => {
    expect(await atOnce(committed(3, 5).complete(1))).toBe(true);
  });

  it('does not wait after a quiet moment', async () => {
    const gathering = committed(100, 5);
    await sleep(10);
    expect(await atOnce(gathering.complete(1))).toBe(true);
  });
});
