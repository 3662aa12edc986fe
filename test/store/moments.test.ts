import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { browserMoments } from '#src/app/ports/moments.ts';

const DAY = 24 * 60 * 60_000;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('what happens once in a browser', () => {
  it('is given to one tab of many that ask in the same moment', async () => {
    const tabs = Array.from({ length: 10 }, () => browserMoments());
    const claims = await Promise.all(tabs.map((tab) => tab.claim('uuid-lena/celebration:1')));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is not given again after a reload, and another event is', async () => {
    expect(await browserMoments().claim('one')).toBe(true);
    const reloaded = browserMoments();
    expect(await reloaded.claim('one')).toBe(false);
    expect(await reloaded.claim('two')).toBe(true);
    expect(await reloaded.claim('two')).toBe(false);
  });

  it('is forgotten after a month, so that nothing piles up', async () => {
    await browserMoments(() => 0).claim('old');
    await browserMoments(() => 31 * DAY).claim('new');
    expect(await browserMoments(() => 31 * DAY).claim('old')).toBe(true);
    expect(await browserMoments(() => 31 * DAY).claim('new')).toBe(false);
  });

  it('happens once in a tab where the browser keeps nothing', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const tab = browserMoments();
    expect([await tab.claim('one'), await tab.claim('one'), await tab.claim('two')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
