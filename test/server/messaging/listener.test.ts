import type { Database, DatabaseConnection } from '#server/messaging/database.ts';
import { Listener } from '#server/messaging/log/listener.ts';
import { until } from '#test/support/api.ts';

type Lost = () => void;

/** A database whose connections are counted, and whose `listen` waits until `answer` is called. */
function fakeDatabase() {
  const open = new Set<DatabaseConnection>();
  const lost: Lost[] = [];
  const waiting: (() => void)[] = [];
  const database: Database = {
    query: async () => ({ rows: [], rowCount: 0 }),
    async connect() {
      const connection: DatabaseConnection = {
        async query(text) {
          if (text === 'listen messaging') await new Promise<void>((resolve) => waiting.push(resolve));
          return { rows: [{ locked: true }], rowCount: 1 };
        },
        release: () => void open.delete(connection),
        on: (event, listener) => void (event === 'end' && lost.push(listener as Lost)),
      };
      open.add(connection);
      return connection;
    },
  };
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { database, open, lost, waiting, answer };
}

it('leaves no connection behind when it is stopped while a lost connection is being opened again', async () => {
  const { database, open, lost, waiting, answer } = fakeDatabase();
  const listener = new Listener(database, () => {});
  const started = listener.start('process', () => {});
  await until(() => waiting.length === 1);
  answer();
  await started;
  expect(open.size).toBe(1);

  lost[0]?.();
  expect(open.size).toBe(0);
  await until(() => waiting.length === 1);
  expect(open.size).toBe(1);
  await listener.stop();
  answer();
  await until(() => open.size === 0);
});
