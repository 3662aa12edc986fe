import * as z from 'zod/mini';
import { messageActionSchema } from '#contract/messaging/messageActions.ts';
import type { OutboxEntry } from '#store/ports/outbox.ts';
import { changeStore, eachRow, openDatabase, readStore, resultOf } from './indexedDb.ts';

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
  endpoint: z.enum(['recordStep', 'changeCheckIn', 'submitSurvey', 'markSurveyAnswered', 'markNeeds']),
  args: z.custom<never>(),
  notBefore: z.optional(z.number()),
  after: z.optional(z.object({ channel: z.string(), id: z.string() })),
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

/** Keys increase in the order of creation. */
function createEntries(created: IDBDatabase) {
  const entries = created.createObjectStore('entries', { autoIncrement: true });
  entries.createIndex('owner', 'owner');
  entries.createIndex('id', 'id', { unique: true });
}

/**
 * Stores entries so that they survive a reload, a crash and a restart of the browser. Uses memory if the database
 * cannot be opened.
 */
export function indexedDbOutbox(factory: IDBFactory | undefined): OutboxStore {
  const inMemory = memoryOutbox();
  let opened: Promise<IDBDatabase | null> | null = null;
  /** The next call opens it again. */
  const onClosed = () => {
    opened = null;
  };
  const open = () => {
    opened ??= factory
      ? openDatabase(factory, 'trellis-outbox', createEntries, onClosed).catch(() => null)
      : Promise.resolve(null);
    return opened;
  };
  /** A failing database (full disk, private window) must not prevent sending. */
  const withDatabase = async <T>(work: (database: IDBDatabase) => Promise<T>, instead: () => Promise<T>) => {
    const database = await open();
    return database ? work(database).catch(instead) : instead();
  };

  return {
    tabs: (owner) =>
      withDatabase(
        async (database) => {
          const rows: Row[] = await resultOf(readStore(database, 'entries').index('owner').getAll(owner));
          return [...new Set(rows.map(({ tab }) => tab))];
        },
        () => inMemory.tabs(owner),
      ),
    reassign: (owner, from, to) =>
      withDatabase(
        async (database) => {
          const moved: OutboxEntry[] = [];
          await changeStore(database, 'entries', (entries) =>
            eachRow(entries.index('owner').openCursor(owner), (cursor) => {
              const row = cursor.value as Row;
              if (from !== null && row.tab !== from) return;
              moved.push(...entryOf(row));
              cursor.update({ ...row, tab: to });
            }),
          );
          return moved;
        },
        () => inMemory.reassign(owner, from, to),
      ),
    put: (owner, tab, entry) =>
      withDatabase(
        (database) =>
          changeStore(database, 'entries', (entries) => {
            const key = entries.index('id').getKey(entry.id);
            key.onsuccess = () => entries.put({ ...entry, owner, tab }, key.result);
          }),
        () => inMemory.put(owner, tab, entry),
      ),
    remove: (id) =>
      withDatabase(
        (database) =>
          changeStore(database, 'entries', (entries) =>
            eachRow(entries.index('id').openCursor(id), (cursor) => cursor.delete()),
          ),
        () => inMemory.remove(id),
      ),
    wipe: (owner) =>
      withDatabase(
        (database) =>
          changeStore(database, 'entries', (entries) =>
            eachRow(entries.index('owner').openCursor(owner), (cursor) => cursor.delete()),
          ),
        () => inMemory.wipe(owner),
      ),
  };
}

/** Entries that do not parse belong to another version and stay unchanged. */
const entryOf = (row: unknown): OutboxEntry[] => {
  const entry = entrySchema.safeParse(row);
  return entry.success ? [entry.data] : [];
};
