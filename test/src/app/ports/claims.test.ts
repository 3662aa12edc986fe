import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { browserClaims } from '#src/app/ports/claims.ts';

const DAY = 24 * 60 * 60_000;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a claim', () => {
  it('is granted to exactly one of several tabs that request it at the same time', async () => {
    const tabs = Array.from({ length: 10 }, () => browserClaims());
    const claims = await Promise.all(tabs.map((tab) => tab.claim('uuid-lena/celebration:1')));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is granted once per event, even after a reload', async () => {
    expect(await browserClaims().claim('one')).toBe(true);
    const reloaded = browserClaims();
    expect(await reloaded.claim('one')).toBe(false);
    expect(await reloaded.claim('two')).toBe(true);
    expect(await reloaded.claim('two')).toBe(false);
  });

  it('is deleted after a month', async () => {
    await browserClaims(() => 0).claim('old');
    await browserClaims(() => 31 * DAY).claim('new');
    expect(await browserClaims(() => 31 * DAY).claim('old')).toBe(true);
    expect(await browserClaims(() => 31 * DAY).claim('new')).toBe(false);
  });

  it('is granted once per tab without IndexedDB', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const tab = browserClaims();
    expect([await tab.claim('one'), await tab.claim('one'), await tab.claim('two')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
