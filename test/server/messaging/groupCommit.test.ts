import { setTimeout as sleep } from 'node:timers/promises';
import { GroupCommit } from '#server/messaging/log/groupCommit.ts';

describe('a group commit that follows another closely', () => {
  const afterCommit = (count: number, tookMs: number) => {
    const groupCommit = new GroupCommit();
    groupCommit.committed(count, tookMs);
    return groupCommit;
  };
  /** Whether the promise resolves without a timer. */
  const isImmediate = async (promise: Promise<void>) =>
    (await Promise.race([promise, sleep(0, 'later')])) === undefined;

  it('starts immediately if the batch is as large as the previous one', async () => {
    expect(await isImmediate(afterCommit(30, 5).waitForBatch(30))).toBe(true);
  });

  it('starts as soon as the batch has grown to the size of the previous one', async () => {
    const groupCommit = afterCommit(30, 5);
    let isComplete = false;
    const batch = groupCommit.waitForBatch(1).then(() => {
      isComplete = true;
    });
    groupCommit.eventQueued(20);
    await Promise.resolve();
    expect(isComplete).toBe(false);
    groupCommit.eventQueued(30);
    await batch;
  });

  it('waits a few milliseconds at most, however long the previous commit took', async () => {
    const batch = afterCommit(100, 3_600_000).waitForBatch(1);
    expect(await isImmediate(batch)).toBe(false);
    await expect(Promise.race([batch, sleep(1_000, 'too long')])).resolves.toBeUndefined();
  });

  it('does not wait after a small batch', async () => {
    expect(await isImmediate(afterCommit(3, 5).waitForBatch(1))).toBe(true);
  });

  it('does not wait after an idle period', async () => {
    const groupCommit = afterCommit(100, 5);
    await sleep(10);
    expect(await isImmediate(groupCommit.waitForBatch(1))).toBe(true);
  });
});
