import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import { messageChangeSchema } from '#contract/chatChanges.ts';

const letterSchema = z.object({
  id: z.string(),
  channel: z.string(),
  details: z.string(),
  timestamp: z.number(),
  hasFailed: z.boolean(),
});
const changeSchema = z.object({
  id: z.string(),
  channel: z.string(),
  messageTimetoken: z.string(),
  change: messageChangeSchema,
  at: z.string(),
  status: z.enum(['sending', 'refused', 'late']),
});
const entrySchema = z.union([letterSchema, changeSchema]);
/** A message, or a change of one, of which the service has not yet said that it has it. */
export type OutboxEntry = z.infer<typeof entrySchema>;

type Row = OutboxEntry & {
  /** Whose it is: organisation and person. */
  owner: string;
  /** The tab that sends it. */
  tab: string;
};

export interface OutboxStore {
  tabs(owner: string): Promise<string[]>;
  /** Gives the entries of one tab, in the order in which they were written, to another. */
  hand(owner: string, from: string | null, to: string): Promise<OutboxEntry[]>;
  put(owner: string, tab: string, entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  wipe(owner: string): Promise<void>;
}

/** For a browser that keeps nothing: what is not sent is lost with the tab, and nothing else is different. */
export function memoryOutbox(): OutboxStore {
  const rows = new Map<string, Row>();
  const of = (owner: string) => [...rows.values()].filter((row) => row.owner === owner);
  return {
    tabs: async (owner) => [...new Set(of(owner).map(({ tab }) => tab))],
    async hand(owner, from, to) {
      const handed = of(owner).filter(({ tab }) => from === null || tab === from);
      for (const row of handed) row.tab = to;
      return handed.flatMap(entryOf);
    },
    put: async (owner, tab, entry) => void rows.set(entry.id, { ...entry, owner, tab }),
    remove: async (id) => void rows.delete(id),
    async wipe(owner) {
      for (const { id } of of(owner)) rows.delete(id);
    },
  };
}

interface Schema extends DBSchema {
  /** Keys grow: they are the order in which the messages were written. */
  entries: { key: number; value: Row; indexes: { owner: string; id: string } };
}
type Database = IDBPDatabase<Schema>;

/** Survives reload, crash and the browser's end. Where the database cannot be opened memory stands in for it. */
export function indexedDbOutbox(factory: IDBFactory | undefined): OutboxStore {
  const inMemory = memoryOutbox();
  let opened: Promise<Database | null> | null = null;
  const open = () => {
    opened ??= factory
      ? openDB<Schema>('trellis-outbox', 1, {
          upgrade(database) {
            const entries = database.createObjectStore('entries', { autoIncrement: true });
            entries.createIndex('owner', 'owner');
            entries.createIndex('id', 'id', { unique: true });
          },
          terminated() {
            opened = null; // the browser has closed it: the next call opens it again
          },
        }).catch(() => null)
      : Promise.resolve(null);
    return opened;
  };
  /** A database that fails in the middle (full disk, private window) must not stop anybody from writing. */
  const either = async <T>(work: (database: Database) => Promise<T>, instead: () => Promise<T>) => {
    const database = await open();
    return database ? work(database).catch(instead) : instead();
  };

  return {
    tabs: (owner) =>
      either(
        async (database) => {
          const rows = await database.getAllFromIndex('entries', 'owner', owner);
          return [...new Set(rows.map(({ tab }) => tab))];
        },
        () => inMemory.tabs(owner),
      ),
    hand: (owner, from, to) =>
      either(
        async (database) => {
          const changes = database.transaction('entries', 'readwrite');
          const handed: OutboxEntry[] = [];
          for await (const cursor of changes.store.index('owner').iterate(owner)) {
            if (from !== null && cursor.value.tab !== from) continue;
            handed.push(...entryOf(cursor.value));
            await cursor.update({ ...cursor.value, tab: to });
          }
          await changes.done;
          return handed;
        },
        () => inMemory.hand(owner, from, to),
      ),
    put: (owner, tab, entry) =>
      either(
        async (database) => {
          const changes = database.transaction('entries', 'readwrite');
          const key = await changes.store.index('id').getKey(entry.id);
          await changes.store.put({ ...entry, owner, tab }, key);
          await changes.done;
        },
        () => inMemory.put(owner, tab, entry),
      ),
    remove: (id) =>
      either(
        async (database) => {
          const changes = database.transaction('entries', 'readwrite');
          const key = await changes.store.index('id').getKey(id);
          if (key !== undefined) await changes.store.delete(key);
          await changes.done;
        },
        () => inMemory.remove(id),
      ),
    wipe: (owner) =>
      either(
        async (database) => {
          const changes = database.transaction('entries', 'readwrite');
          for await (const cursor of changes.store.index('owner').iterate(owner)) await cursor.delete();
          await changes.done;
        },
        () => inMemory.wipe(owner),
      ),
  };
}

/** What another version of the application has kept, and this one cannot read, is left alone. */
const entryOf = (row: unknown): OutboxEntry[] => {
  const entry = entrySchema.safeParse(row);
  return entry.success ? [entry.data] : [];
};
