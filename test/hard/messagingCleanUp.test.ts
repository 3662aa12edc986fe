import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { AuthGrants } from '#server/messaging/access/authGrants.ts';
import { RevokedTokens } from '#server/messaging/access/revokedTokens.ts';
import type { Database } from '#server/messaging/database.ts';
import { deleteExpired } from '#server/messaging/messages/messageTable.ts';
import { migrate } from '#server/messaging/migrations.ts';
import { timetokenAt } from '#server/messaging/timetokens.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';

/** `MESSAGING_OLD_ROWS=1000000` tests with more rows. */
const OLD_ROWS = Number(process.env.MESSAGING_OLD_ROWS ?? 100_000);
/** PostgreSQL ends the statements of the service after 5 s. */
const MAX_STATEMENT_MS = 2_000;
const programs = findPostgres();

jest.setTimeout(60_000 + OLD_ROWS / 5);

(programs ? describe : describe.skip)(`the clean-up of ${OLD_ROWS} old rows on PostgreSQL`, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let opened: OpenDatabase;
  const deleted: { rows: number; ms: number }[] = [];
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    opened = await openDatabase({ url: postgres.url });
    const { pool } = opened;
    await migrate(pool);
    database = {
      connect: () => pool.connect(),
      async query(text, values) {
        const startedAt = performance.now();
        const result = await pool.query(text as string, values);
        if (result.command === 'DELETE')
          deleted.push({ rows: result.rowCount ?? 0, ms: performance.now() - startedAt });
        return result;
      },
    };
  });
  beforeEach(() => void deleted.splice(0));
  afterAll(async () => {
    await opened.close();
    await postgres.stop();
  });

  /** Inserts without the time limit for statements. */
  const insert = async (text: string) => {
    const connection = await opened.pool.connect();
    await connection.query('begin');
    await connection.query('set local statement_timeout = 0');
    await connection.query(text);
    await connection.query('commit');
    connection.release();
    await opened.pool.query('analyze');
  };
  const count = async (table: string) =>
    Number(
      (await opened.pool.query<{ n: string }>(`select count(*) as n from messaging.${table}`)).rows[0]?.n,
    );
  const expectSmallStatements = () => {
    expect(deleted.reduce((total, { rows }) => total + rows, 0)).toBe(OLD_ROWS);
    expect(Math.max(...deleted.map(({ rows }) => rows))).toBeLessThanOrEqual(5_000);
    expect(Math.max(...deleted.map(({ ms }) => ms))).toBeLessThan(MAX_STATEMENT_MS);
  };

  it('deletes expired messages and their actions in small statements', async () => {
    await insert(`
      insert into messaging.messages (channel, timetoken, kind, payload, expires)
      select 'c' || n % 100, n, 0, '"x"', n from generate_series(1, ${OLD_ROWS}) as n`);
    await insert(`
      insert into messaging.messages (channel, timetoken, kind, payload, expires)
      select 'kept', n, 0, '"x"', case when n % 2 = 0 then ${timetokenAt(Date.now() + 60_000)} end
      from generate_series(1, 10) as n`);
    await insert(`
      insert into messaging.message_actions (channel, message_timetoken, action_timetoken, publisher, type, value)
      select channel, timetoken, timetoken + 1, 'ada', 'a', 'b' from messaging.messages where timetoken <= 1000`);
    await deleteExpired(database, timetokenAt(Date.now()));
    expectSmallStatements();
    expect([await count('messages'), await count('message_actions')]).toEqual([10, 10]);
  });

  it('deletes expired tokens and auth keys in small statements', async () => {
    await insert(`
      insert into messaging.revoked_tokens (signature, expires)
      select 's' || n, n from generate_series(1, ${OLD_ROWS}) as n`);
    const revoked = new RevokedTokens(database, async () => {});
    await revoked.load();
    await revoked.deleteExpired(Date.now());
    expectSmallStatements();
    deleted.splice(0);
    await insert(`
      insert into messaging.auth_grants (auth_key, kind, name, bits, expires)
      select 'k' || n, 'channel', 'c', 1, n from generate_series(1, ${OLD_ROWS}) as n`);
    const grants = new AuthGrants(database, Date.now, async () => {});
    await grants.load();
    await grants.deleteExpired(Date.now());
    expectSmallStatements();
    expect([await count('revoked_tokens'), await count('auth_grants')]).toEqual([0, 0]);
  });
});
