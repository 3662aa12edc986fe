import type { DBSchema, IDBPDatabase } from 'idb';
import { type SessionUser, sessionUserSchema } from '#contract/access/session.ts';
import type { SavedResponse, SavedResponsesPort } from '#store/ports/savedResponses.ts';

/** 200 responses of at most 250,000 characters each. */
const MOST_RESPONSES = 200;
const LONGEST_RESPONSE = 250_000;
const KEPT_FOR_MS = 14 * 24 * 60 * 60_000;
const DATABASE = 'trellis-saved-responses';

interface Schema extends DBSchema {
  responses: { key: string; value: SavedResponse & { build: string }; indexes: { savedAt: number } };
  user: { key: 'user'; value: SessionUser };
}
type Database = IDBPDatabase<Schema>;

async function openDatabase(onClosed: () => void): Promise<Database> {
  const { openDB } = await import(/* webpackChunkName: "session" */ 'idb');
  const database = await openDB<Schema>(DATABASE, 1, {
    upgrade(created) {
      created.createObjectStore('responses', { keyPath: 'key' }).createIndex('savedAt', 'savedAt');
      created.createObjectStore('user');
    },
    terminated: onClosed,
    // Another tab deletes the database at sign-out.
    blocking() {
      onClosed();
      database.close();
    },
  });
  return database;
}

/** Replaced by the bundler with the build id. */
declare const __BUILD__: string;
let port: SavedResponsesPort | null = null;
export const browserSavedResponses = (view: Window & typeof globalThis) =>
  (port ??= indexedDbSavedResponses(view.indexedDB, __BUILD__, () => Date.now()));

/** Stores responses in IndexedDB. Where it is missing or fails, nothing is kept, and nothing else fails. */
export function indexedDbSavedResponses(
  factory: IDBFactory | undefined,
  build: string,
  now: () => number,
): SavedResponsesPort {
  let opened: Promise<Database> | null = null;
  /** False from a sign-out to the next sign-in, so that a late response is not stored. */
  let hasUser = false;
  const attempt = async <T>(work: (database: Database) => Promise<T>, otherwise: T): Promise<T> => {
    if (!factory) return otherwise;
    try {
      opened ??= openDatabase(() => {
        opened = null;
      });
      return await work(await opened);
    } catch {
      opened = null;
      return otherwise;
    }
  };
  const isUsable = (response: { savedAt: number; build: string }) =>
    response.build === build && now() - response.savedAt < KEPT_FOR_MS;

  return {
    user: () =>
      attempt(async (database) => {
        const user = sessionUserSchema.safeParse(await database.get('user', 'user'));
        return user.success ? user.data : null;
      }, null),
    async keepUser(user) {
      hasUser = true;
      await attempt(async (database) => {
        const before = await database.get('user', 'user');
        const isOther = before && (before.userId !== user.userId || before.tenantId !== user.tenantId);
        for (const response of await database.getAll('responses'))
          if (isOther || !isUsable(response)) await database.delete('responses', response.key);
        if (hasUser) await database.put('user', user, 'user');
      }, undefined);
    },
    read: (key) =>
      attempt(async (database) => {
        const response = await database.get('responses', key);
        return response && isUsable(response) ? response : null;
      }, null),
    async keep(response) {
      if (JSON.stringify(response.data).length > LONGEST_RESPONSE) return;
      await attempt(async (database) => {
        if (!hasUser) return;
        const transaction = database.transaction('responses', 'readwrite');
        await transaction.store.put({ ...response, build });
        const tooMany = (await transaction.store.count()) - MOST_RESPONSES;
        if (tooMany > 0)
          for (const key of await transaction.store.index('savedAt').getAllKeys(null, tooMany))
            await transaction.store.delete(key);
        await transaction.done;
      }, undefined);
    },
    async wipe() {
      hasUser = false;
      const database = await opened?.catch(() => null);
      opened = null;
      database?.close();
      if (!factory) return;
      await new Promise<void>((resolve) => {
        const deletion = factory.deleteDatabase(DATABASE);
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => resolve();
      });
    },
  };
}
