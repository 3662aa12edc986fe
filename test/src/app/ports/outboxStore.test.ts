import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createOutbox } from '#src/app/ports/outbox.ts';
import { indexedDbOutbox } from '#src/app/ports/outboxStore.ts';
import type { OutboxEntry } from '#store/ports/outbox.ts';
import { fakeBrowser } from '#test/support/fakeTabs.ts';

const entry = (id: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  channel: 'chat_T3_U7.U9',
  details: `text of ${id}`,
  timestamp: 1_700_000_000_000,
  hasFailed: false,
  ...changes,
});
const ids = (entries: OutboxEntry[]) => entries.map(({ id }) => id);

describe('the outbox of a browser', () => {
  it('keeps entries across reloads, in the order in which they were written', async () => {
    const disk = new IDBFactory();
    const before = indexedDbOutbox(disk);
    for (const id of ['one', 'two', 'three']) await before.put('T3_U7', 'tab-1', entry(id));
    await before.put('T3_U7', 'tab-1', entry('one', { hasFailed: true }));
    await before.remove('two');
    const after = indexedDbOutbox(disk);
    expect(await after.tabs('T3_U7')).toEqual(['tab-1']);
    const moved = await after.reassign('T3_U7', 'tab-1', 'tab-2');
    expect(ids(moved)).toEqual(['one', 'three']);
    expect(moved[0]).toMatchObject({ hasFailed: true });
    expect(await after.reassign('T3_U7', 'tab-1', 'tab-3')).toEqual([]);
  });

  it('stores message actions in addition to messages', async () => {
    const disk = new IDBFactory();
    const change = {
      id: 'said',
      channel: 'chat_T3_U7.U9',
      messageTimetoken: '17000000000000000',
      change: { kind: 'reaction', emoji: '🎉', isOn: true },
      at: '17000000000000001',
      status: 'sending',
    } as const;
    const before = indexedDbOutbox(disk);
    await before.put('T3_U7', 'tab-1', entry('written'));
    await before.put('T3_U7', 'tab-1', change);
    expect(await indexedDbOutbox(disk).reassign('T3_U7', 'tab-1', 'tab-2')).toEqual([
      entry('written'),
      change,
    ]);
  });

  it('keeps each user’s entries apart, and deletes the entries of one user only', async () => {
    const outbox = indexedDbOutbox(new IDBFactory());
    await outbox.put('T3_U7', 'tab-1', entry('lena'));
    await outbox.put('T4_U7', 'tab-1', entry('of-another-organisation'));
    await outbox.wipe('T3_U7');
    expect(await outbox.reassign('T3_U7', null, 'x')).toEqual([]);
    expect(ids(await outbox.reassign('T4_U7', null, 'x'))).toEqual(['of-another-organisation']);
  });

  it('falls back to memory when storage is blocked', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    for (const factory of [undefined, refusing as unknown as IDBFactory]) {
      const outbox = indexedDbOutbox(factory);
      await outbox.put('T3_U7', 'tab-1', entry('one'));
      expect(ids(await outbox.reassign('T3_U7', null, 'tab-2'))).toEqual(['one']);
    }
  });

  it('gives the entries of a closed tab to exactly one other tab', async () => {
    const disk = new IDBFactory();
    const browser = fakeBrowser();
    const adopted: string[][] = [];
    let adopt = () => {};
    const isAdopted = new Promise<void>((resolve) => {
      adopt = resolve;
    });
    const open = () => {
      const tab = browser.open();
      const store = indexedDbOutbox(disk);
      const outbox = createOutbox(store, tab);
      outbox.adopt('T3_U7', (entries) => {
        adopted.push(ids(entries));
        adopt();
      });
      return { tab, store, outbox };
    };
    const [dying, ...others] = [open(), open(), open(), open()];
    await dying!.outbox.put('T3_U7', entry('one'));
    await dying!.outbox.put('T3_U7', entry('two'));
    expect(adopted).toEqual([]);
    dying!.tab.kill();
    await isAdopted;
    // The other tabs’ requests are queued before this one.
    for (const { store } of others) expect(await store.tabs('T3_U7')).toHaveLength(1);
    expect(adopted).toEqual([['one', 'two']]);
  });
});
