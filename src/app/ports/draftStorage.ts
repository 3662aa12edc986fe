import type { DraftsPort } from '#store/ports/browserStorage.ts';

const PREFIX = 'trellis_draft/';
const prefixOf = (userId: number) => `${PREFIX}${userId}/`;

/**
 * Stores drafts in local storage, one item per text, so that tabs do not overwrite each other's drafts. If storage is
 * missing or full, drafts are lost.
 */
export function draftStorage(storage: () => Storage): DraftsPort {
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
    load: (userId) =>
      attempt<Record<string, string>>((kept) => {
        const texts: [string, string][] = [];
        for (const key of keysOf(kept)) {
          if (key.startsWith(prefixOf(userId)))
            texts.push([key.slice(prefixOf(userId).length), kept.getItem(key) ?? '']);
          else kept.removeItem(key);
        }
        return Object.fromEntries(texts);
      }, {}),
    keep: (userId, key, text) =>
      attempt((kept) => {
        if (text === '') kept.removeItem(prefixOf(userId) + key);
        else kept.setItem(prefixOf(userId) + key, text);
      }, undefined),
    wipe: () =>
      attempt((kept) => {
        for (const key of keysOf(kept)) kept.removeItem(key);
      }, undefined),
  };
}
