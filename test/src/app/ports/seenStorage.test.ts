import { seenStorage } from '#src/app/ports/seenStorage.ts';

function aStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

describe('the last-seen times', () => {
  it('belong to one user and are removed at sign-out', () => {
    const storage = aStorage();
    const seen = seenStorage(() => storage);
    seen.keep(7, { 'uuid-max': 1_000 });
    expect(seenStorage(() => storage).load(7)).toEqual({ 'uuid-max': 1_000 });
    expect(seen.load(8)).toEqual({});
    seen.wipe();
    expect(seen.load(7)).toEqual({});
    expect(storage.length).toBe(0);
  });

  it('are empty when storage is blocked or contains other data', () => {
    const storage = aStorage();
    for (const broken of ['{', '[]', '{"userId":7,"seen":{"uuid-max":"yesterday"}}']) {
      storage.setItem('trellis_seen', broken);
      expect(seenStorage(() => storage).load(7)).toEqual({});
    }
    const refusing = seenStorage(() => {
      throw new DOMException('no', 'SecurityError');
    });
    refusing.keep(7, { 'uuid-max': 1_000 });
    expect(refusing.load(7)).toEqual({});
  });
});
