const PREFIX = 'trellis_draft/';
const prefixOf = (userId: number) => `${PREFIX}${userId}/`;

/**
 * What is half written, one entry a text, so that two tabs that write in two places do not overwrite each other. A browser
 * without storage, or with a full one, keeps nothing; the text itself is still on screen.
 */
export function draftStorage(storage: () => Storage) {
  const attempt = <T>(work: (kept: Storage) => T, otherwise: T): T => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  const keysOf = (kept: Storage) =>
    Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );
  return {
    load: (userId: number): Record<string, string> =>
      attempt((kept) => {
        const texts: [string, string][] = [];
        for (const key of keysOf(kept)) {
          if (key.startsWith(prefixOf(userId)))
            texts.push([key.slice(prefixOf(userId).length), kept.getItem(key) ?? '']);
          else kept.removeItem(key);
        }
        return Object.fromEntries(texts);
      }, {}),
    keep: (userId: number, key: string, text: string): void =>
      attempt((kept) => {
        if (text === '') kept.removeItem(prefixOf(userId) + key);
        else kept.setItem(prefixOf(userId) + key, text);
      }, undefined),
    wipe: (): void =>
      attempt((kept) => {
        for (const key of keysOf(kept)) kept.removeItem(key);
      }, undefined),
  };
}
