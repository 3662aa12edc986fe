import { type SessionUser, sessionUserSchema } from '#contract/access/session.ts';
import { changeStore, eachRow, openDatabase, readStore, resultOf } from '#src/app/ports/indexedDb.ts';
import type { SavedResponse, SavedResponsesPort } from '#store/ports/savedResponses.ts';

/** 200 responses of at most 250,000 characters each. */
const MOST_RESPONSES = 200;
const LONGEST_RESPONSE = 250_000;
const KEPT_FOR_MS = 14 * 24 * 60 * 60_000;
const DATABASE = 'trellis-saved-responses';

type Row = SavedResponse & { build: string };

async function openResponses(factory: IDBFactory, onClosed: () => void): Promise<IDBDatabase> {
  const create = (created: IDBDatabase) => {
    created.createObjectStore('responses', { keyPath: 'key' }).createIndex('savedAt', 'savedAt');
    created.createObjectStore('user');
  };
  const database = await openDatabase(factory, DATABASE, create, onClosed);
  // Another tab deletes the database at sign-out.
  database.onversionchange = () => {
    onClosed();
    database.close();
  };
  return database;
}
const readUser = (database: IDBDatabase): Promise<SessionUser | undefined> =>
  resultOf(readStore(database, 'user').get('user'));

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
  let opened: Promise<IDBDatabase> | null = null;
  /** False from a sign-out to the next sign-in, so that a late response is not stored. */
  let hasUser = false;
  const attempt = async <T>(work: (database: IDBDatabase) => Promise<T>, otherwise: T): Promise<T> => {
    if (!factory) return otherwise;
    try {
      opened ??= openResponses(factory, () => {
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
        const user = sessionUserSchema.safeParse(await readUser(database));
        return user.success ? user.data : null;
      }, null),
    async keepUser(user) {
      hasUser = true;
      await attempt(async (database) => {
        const before = await readUser(database);
        const isOther = before && (before.userId !== user.userId || before.tenantId !== user.tenantId);
        await changeStore(database, 'responses', (responses) =>
          eachRow(responses.openCursor(), (cursor) => {
            if (isOther || !isUsable(cursor.value as Row)) cursor.delete();
          }),
        );
        if (hasUser) await changeStore(database, 'user', (users) => users.put(user, 'user'));
      }, undefined);
    },
    read: (key) =>
      attempt(async (database) => {
        const response: Row | undefined = await resultOf(readStore(database, 'responses').get(key));
        return response && isUsable(response) ? response : null;
      }, null),
    async keep(response) {
      if (JSON.stringify(response.data).length > LONGEST_RESPONSE) return;
      await attempt(async (database) => {
        if (!hasUser) return;
        await changeStore(database, 'responses', (responses) => {
          responses.put({ ...response, build });
          const stored = responses.count();
          stored.onsuccess = () => {
            const tooMany = stored.result - MOST_RESPONSES;
            if (tooMany <= 0) return;
            const oldest = responses.index('savedAt').getAllKeys(null, tooMany);
            oldest.onsuccess = () => {
              for (const key of oldest.result) responses.delete(key);
            };
          };
        });
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
