import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createOutbox } from '#src/app/ports/outbox.ts';
import { indexedDbOutbox, type OutboxEntry } from '#src/app/ports/outboxStore.ts';
import { fakeBrowser } from '../support/fakeTabs.ts';

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
  it('is there after a reload, in the order of writing, whatever was changed since', async () => {
    const disk = new IDBFactory();
    const before = indexedDbOutbox(disk);
    for (const id of ['one', 'two', 'three']) await before.put('T3_U7', 'tab-1', entry(id));
    await before.put('T3_U7', 'tab-1', entry('one', { hasFailed: true }));
    await before.remove('two');
    const after = indexedDbOutbox(disk);
    expect(await after.tabs('T3_U7')).toEqual(['tab-1']);
    const handed = await after.hand('T3_U7', 'tab-1', 'tab-2');
    expect(ids(handed)).toEqual(['one', 'three']);
    expect(handed[0]).toMatchObject({ hasFailed: true });
    expect(await after.hand('T3_U7', 'tab-1', 'tab-3')).toEqual([]);
  });

  it('keeps what was said about a message beside what was written', async () => {
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
    expect(await indexedDbOutbox(disk).hand('T3_U7', 'tab-1', 'tab-2')).toEqual([entry('written'), change]);
  });

  it('is each person’s own, and wiped for one only', async () => {
    const outbox = indexedDbOutbox(new IDBFactory());
    await outbox.put('T3_U7', 'tab-1', entry('lena'));
    await outbox.put('T4_U7', 'tab-1', entry('of-another-organisation'));
    await outbox.wipe('T3_U7');
    expect(await outbox.hand('T3_U7', null, 'x')).toEqual([]);
    expect(ids(await outbox.hand('T4_U7', null, 'x'))).toEqual(['of-another-organisation']);
  });

  it('lives in memory where the browser keeps nothing', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    for (const factory of [undefined, refusing as unknown as IDBFactory]) {
      const outbox = indexedDbOutbox(factory);
      await outbox.put('T3_U7', 'tab-1', entry('one'));
      expect(ids(await outbox.hand('T3_U7', null, 'tab-2'))).toEqual(['one']);
    }
  });

  it('gives the entries of a tab that died to exactly one of the others', async () => {
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
    // Whatever the others wanted of the database stands before this question of theirs.
    for (const { store } of others) expect(await store.tabs('T3_U7')).toHaveLength(1);
    expect(adopted).toEqual([['one', 'two']]);
  });
});
