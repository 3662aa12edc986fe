import type { DBSchema, IDBPDatabase } from 'idb';
import type { ReaderKeys } from './envelopes.ts';

/** Unsaved notes, encrypted as on the server. */
export interface PendingNotes {
  envelope: string;
  ciphertext: string;
}

/** The data in this browser: private keys that no script can export, and unsaved notes. */
export interface KeyStore {
  keys(owner: string): Promise<ReaderKeys | null>;
  putKeys(owner: string, keys: ReaderKeys): Promise<void>;
  pending(id: string): Promise<PendingNotes | null>;
  putPending(id: string, notes: PendingNotes): Promise<void>;
  removePending(id: string): Promise<void>;
}

/** For a browser without storage: the recovery code is asked for after each reload. */
export function memoryKeyStore(): KeyStore {
  const keys = new Map<string, ReaderKeys>();
  const pending = new Map<string, PendingNotes>();
  return {
    keys: async (owner) => keys.get(owner) ?? null,
    putKeys: async (owner, pair) => void keys.set(owner, pair),
    pending: async (id) => pending.get(id) ?? null,
    putPending: async (id, notes) => void pending.set(id, notes),
    removePending: async (id) => void pending.delete(id),
  };
}

interface Schema extends DBSchema {
  keys: { key: string; value: ReaderKeys };
  pending: { key: string; value: PendingNotes };
}

export function browserKeyStore(factory: IDBFactory | undefined): KeyStore {
  const memory = memoryKeyStore();
  let opened: Promise<IDBPDatabase<Schema> | null> | null = null;
  const open = () => {
    opened ??= factory
      ? import('idb')
          .then(({ openDB }) =>
            openDB<Schema>('trellis-coaching', 1, {
              upgrade(database) {
                database.createObjectStore('keys');
                database.createObjectStore('pending');
              },
              terminated: () => {
                opened = null;
              },
            }),
          )
          .catch(() => null)
      : Promise.resolve(null);
    return opened;
  };
  const withDatabase = async <T>(
    work: (database: IDBPDatabase<Schema>) => Promise<T>,
    instead: () => Promise<T>,
  ) => {
    const database = await open();
    return database ? work(database).catch(instead) : instead();
  };
  return {
    keys: (owner) =>
      withDatabase(
        async (database) => (await database.get('keys', owner)) ?? null,
        () => memory.keys(owner),
      ),
    putKeys: (owner, pair) =>
      withDatabase(
        async (database) => void (await database.put('keys', pair, owner)),
        () => memory.putKeys(owner, pair),
      ),
    pending: (id) =>
      withDatabase(
        async (database) => (await database.get('pending', id)) ?? null,
        () => memory.pending(id),
      ),
    putPending: (id, notes) =>
      withDatabase(
        async (database) => void (await database.put('pending', notes, id)),
        () => memory.putPending(id, notes),
      ),
    removePending: (id) =>
      withDatabase(
        (database) => database.delete('pending', id),
        () => memory.removePending(id),
      ),
  };
}
