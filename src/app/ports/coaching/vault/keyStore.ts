import { changeStore, openDatabase, readStore, resultOf } from '#src/app/ports/indexedDb.ts';
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

function createStores(created: IDBDatabase) {
  created.createObjectStore('keys');
  created.createObjectStore('pending');
}

export function browserKeyStore(factory: IDBFactory | undefined): KeyStore {
  const memory = memoryKeyStore();
  let opened: Promise<IDBDatabase | null> | null = null;
  const onClosed = () => {
    opened = null;
  };
  const open = () => {
    opened ??= factory
      ? openDatabase(factory, 'trellis-coaching', createStores, onClosed).catch(() => null)
      : Promise.resolve(null);
    return opened;
  };
  const withDatabase = async <T>(work: (database: IDBDatabase) => Promise<T>, instead: () => Promise<T>) => {
    const database = await open();
    return database ? work(database).catch(instead) : instead();
  };
  return {
    keys: (owner) =>
      withDatabase(
        async (database): Promise<ReaderKeys | null> =>
          (await resultOf(readStore(database, 'keys').get(owner))) ?? null,
        () => memory.keys(owner),
      ),
    putKeys: (owner, pair) =>
      withDatabase(
        (database) => changeStore(database, 'keys', (keys) => keys.put(pair, owner)),
        () => memory.putKeys(owner, pair),
      ),
    pending: (id) =>
      withDatabase(
        async (database): Promise<PendingNotes | null> =>
          (await resultOf(readStore(database, 'pending').get(id))) ?? null,
        () => memory.pending(id),
      ),
    putPending: (id, notes) =>
      withDatabase(
        (database) => changeStore(database, 'pending', (pending) => pending.put(notes, id)),
        () => memory.putPending(id, notes),
      ),
    removePending: (id) =>
      withDatabase(
        (database) => changeStore(database, 'pending', (pending) => pending.delete(id)),
        () => memory.removePending(id),
      ),
  };
}
