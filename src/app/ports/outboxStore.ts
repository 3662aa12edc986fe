import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import { messageActionSchema } from '#contract/messaging/messageActions.ts';
import type { OutboxEntry } from '#store/ports/outbox.ts';

const messageSchema = z.object({
  id: z.string(),
  channel: z.string(),
  details: z.string(),
  timestamp: z.number(),
  hasFailed: z.boolean(),
});
const pendingActionSchema = z.object({
  id: z.string(),
  channel: z.string(),
  messageTimetoken: z.string(),
  change: messageActionSchema,
  at: z.string(),
  status: z.enum(['sending', 'refused', 'late']),
});
/** The arguments are checked by the server. */
const queuedCallSchema = z.object({
  id: z.string(),
  endpoint: z.enum(['recordStep', 'changeCheckIn']),
  args: z.custom<never>(),
});
const entrySchema = z.union([messageSchema, pendingActionSchema, queuedCallSchema]);
type Row = OutboxEntry & {
  /** Tenant and user of the entry. */
  owner: string;
  /** The tab that sends the entry. */
  tab: string;
};

export interface OutboxStore {
  tabs(owner: string): Promise<string[]>;
  /** Moves the entries of one tab (null: of all tabs) to another tab and returns them in the order of creation. */
  reassign(owner: string, from: string | null, to: string): Promise<OutboxEntry[]>;
  put(owner: string, tab: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  wipe(owner: string): Promise<void>;
}

/** Used in a browser without storage: unsent entries are lost when the tab closes. */
export function memoryOutbox(): OutboxStore {
  const rows = new Map<string, Row>();
  const of = (owner: string) => [...rows.values()].filter((row) => row.owner === owner);
  return {
    tabs: async (owner) => [...new Set(of(owner).map(({ tab }) => tab))],
    async reassign(owner, from, to) {
      const moved = of(owner).filter(({ tab }) => from === null || tab === from);
      for (const row of moved) row.tab = to;
      return moved.flatMap(entryOf);
    },
    put: async (owner, tab, entry) => void rows.set(entry.id, { ...entry, owner, tab }),
    remove: async (id) => void rows.delete(id),
    async wipe(owner) {
      for (const { id } of of(owner)) rows.delete(id);
    },
  };
}

interface Schema extends DBSchema {
  /** Keys increase in the order of creation. */
  entries: { key: number; value: Row; indexes: { owner: string; id: string } };
}
type Database = IDBPDatabase<Schema>;

async function openDatabase(onTerminated: () => void): Promise<Database> {
  const { openDB } = await import(/* webpackChunkName: "session" */ 'idb');
  return openDB<Schema>('trellis-outbox', 1, {
    upgrade(database) {
      const entries = database.createObjectStore('entries', { autoIncrement: true });
      entries.createIndex('owner', 'owner');
      entries.createIndex('id', 'id', { unique: true });
    },
    // The browser has closed the database. The next call opens it again.
    terminated: onTerminated,
  });
}

/**
 * Stores entries so that they survive a reload, a crash and a restart of the browser. Uses memory if the database
 * cannot be opened.
 */
export function indexedDbOutbox(factory: IDBFactory | undefined): OutboxStore {
  const inMemory = memoryOutbox();
  let opened: Promise<Database | null> | null = null;
  const onTerminated = () => {
    opened = null;
  };
  const open = () => {
    opened ??= factory ? openDatabase(onTerminated).catch(() => null) : Promise.resolve(null);
    return opened;
  };
  /** A failing database (full disk, private window) must not prevent sending. */
  const withDatabase = async <T>(work: (database: Database) => Promise<T>, instead: () => Promise<T>) => {
    const database = await open();
    return database ? work(database).catch(instead) : instead();
  };

  return {
    tabs: (owner) =>
      withDatabase(
        async (database) => {
          const rows = await database.getAllFromIndex('entries', 'owner', owner);
          return [...new Set(rows.map(({ tab }) => tab))];
        },
        () => inMemory.tabs(owner),
      ),
    reassign: (owner, from, to) =>
      withDatabase(
        async (database) => {
          const transaction = database.transaction('entries', 'readwrite');
          const moved: OutboxEntry[] = [];
          for await (const cursor of transaction.store.index('owner').iterate(owner)) {
            if (from !== null && cursor.value.tab !== from) continue;
            moved.push(...entryOf(cursor.value));
            await cursor.update({ ...cursor.value, tab: to });
          }
          await transaction.done;
          return moved;
        },
        () => inMemory.reassign(owner, from, to),
      ),
    put: (owner, tab, entry) =>
      withDatabase(
        async (database) => {
          const transaction = database.transaction('entries', 'readwrite');
          const key = await transaction.store.index('id').getKey(entry.id);
          await transaction.store.put({ ...entry, owner, tab }, key);
          await transaction.done;
        },
        () => inMemory.put(owner, tab, entry),
      ),
    remove: (id) =>
      withDatabase(
        async (database) => {
          const transaction = database.transaction('entries', 'readwrite');
          const key = await transaction.store.index('id').getKey(id);
          if (key !== undefined) await transaction.store.delete(key);
          await transaction.done;
        },
        () => inMemory.remove(id),
      ),
    wipe: (owner) =>
      withDatabase(
        async (database) => {
          const transaction = database.transaction('entries', 'readwrite');
          for await (const cursor of transaction.store.index('owner').iterate(owner)) await cursor.delete();
          await transaction.done;
        },
        () => inMemory.wipe(owner),
      ),
  };
}

/** Entries that do not parse belong to another version and stay unchanged. */
const entryOf = (row: unknown): OutboxEntry[] => {
  const entry = entrySchema.safeParse(row);
  return entry.success ? [entry.data] : [];
};
