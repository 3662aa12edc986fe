/** Results of IndexedDB as promises. A package for it would be five times larger, and every session loads this. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database request failed'));
  });

/** Opens version 1 of a database. `create` makes its stores if it does not exist yet. */
export async function openDatabase(
  factory: IDBFactory,
  name: string,
  create: (database: IDBDatabase) => void,
  /** The browser has closed the database, for example because its data was deleted. */
  onClosed: (() => void) | null = null,
): Promise<IDBDatabase> {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await resultOf(request);
  database.onclose = onClosed;
  return database;
}

/** Changes a store in one transaction, and resolves when all of it is stored. */
export function changeStore(
  database: IDBDatabase,
  name: string,
  change: (store: IDBObjectStore) => void,
): Promise<void> {
  const transaction = database.transaction(name, 'readwrite');
  change(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The database refused a change'));
  });
}

export const readStore = (database: IDBDatabase, name: string) =>
  database.transaction(name).objectStore(name);

/** Visits the rows of a store or an index. The visitor may change or delete the row at the cursor. */
export function eachRow(
  request: IDBRequest<IDBCursorWithValue | null>,
  visit: (cursor: IDBCursorWithValue) => void,
) {
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    visit(cursor);
    cursor.continue();
  };
}
