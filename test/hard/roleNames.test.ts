import type { Pool } from 'pg';
import { deleteOldSessions, hashPassword } from '#server/access/session/index.ts';
import { createSignIn } from '#server/access/session/signIn.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { asAuth, asMaintenance, asOutbox, withTenant } from '#server/db/withTenant.ts';
import { startOutbox } from '#server/outbox/index.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { until } from '#test/support/api.ts';
import { createFakeServerRealtime } from '#test/support/fakeServerRealtime.ts';

jest.setTimeout(120_000); // creating databases takes a long time

const ALL = listMigrations();
const BEFORE = ALL.filter(({ name }) => name < '0024');
const RENAMED = ALL.filter(({ name }) => name < '0025');
const OLD_ROLES = ['trellis_door', 'trellis_courier', 'trellis_keeper'];
const NEW_ROLES = ['trellis_auth', 'trellis_outbox', 'trellis_maintenance'];
const id = (n: number) => `${'a'.repeat(15)}${n}`;
const NOW = new Date('2026-06-01T12:00:00Z');
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** One person, one notification to send, one session that ended long ago, written with the rights of the old version. */
async function fillBefore(pool: Pool, tenantId = 1) {
  const passwordHash = await hashPassword('correct horse');
  await pool.query(`
    begin;
    select set_config('app.tenant_id', '${tenantId}', true);
    insert into tenants (id, name, user_pool_id, client_id) values (${tenantId}, 'T', 'pool', 'client');
    insert into tenant_domains values ('t.example', ${tenantId});
    insert into users (id, tenant_id, uuid, email, first_name, last_name, password_hash, joined_at)
      values (11, ${tenantId}, 'u11', 'ada@t.example', 'Ada', 'Lovelace', '${passwordHash}', '2026-01-01');
    insert into sessions (id, tenant_id, user_id, created_at, expires_at)
      values ('${id(1)}', ${tenantId}, 11, '2026-01-01', '2026-02-01');
    insert into notifications_outbox (id, tenant_id, receiver_id, dedupe_key, body, created_at, not_before)
      values ('${id(2)}', ${tenantId}, 11, 'key', '{"notificationType": "LEARNER_COMPLETED_TOPIC", "payload": {}}', '2026-05-31', '2026-05-31');
    commit;`);
  for (const role of OLD_ROLES) await pool.query(`begin; set local role ${role}; select 1; commit`); // the old version used them
}

/** The rights of roles in this database, and whether a policy names them. */
async function rightsOf(pool: Pool, roles: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ access: string }>(
    `
    select r.rolname || ' ' || a.access as access from pg_roles r join (
      select grantee, format('%s on %s', privilege_type, c.relname) as access from pg_class c, aclexplode(relacl)
      union all
      select grantee, format('%s (%s) on %s', privilege_type, attname, attrelid::regclass) from pg_attribute, aclexplode(attacl)
      union all
      select grantee, format('%s on schema %s', privilege_type, nspname) from pg_namespace, aclexplode(nspacl)
      union all
      select unnest(polroles), format('policy on %s %s %s', polrelid::regclass, polcmd, pg_get_expr(polqual, polrelid)) from pg_policy
    ) a on a.grantee = r.oid where r.rolname = any ($1) order by 1`,
    [roles],
  );
  return rows.map(({ access }) => access);
}

const rename = (access: string) =>
  OLD_ROLES.reduce((text, role, index) => text.replace(role, NEW_ROLES[index]!), access);

const existing = async (pool: Pool, roles: string[]) => {
  const { rows } = await pool.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [roles],
  );
  return rows.map(({ rolname }) => rolname);
};

async function expectEverythingWorks(pool: Pool) {
  const accountLinks = { mailTo: () => Promise.reject(new Error('no mail in this test')) };
  const signIn = createSignIn({ pool, accountLinks, now: () => NOW });
  const from = { address: '127.0.0.1', knownBrowser: null, userAgent: undefined };
  const account = { userPoolId: 'pool', clientId: 'client', email: 'ada@t.example' };
  await expect(signIn({ ...account, password: 'wrong' }, from)).rejects.toMatchObject({ status: 401 });
  await expect(signIn({ ...account, password: 'correct horse' }, from)).resolves.toMatchObject({
    userId: 11,
  });

  const messaging = createFakeServerRealtime();
  const outbox = startOutbox({ pool, realtime: messaging.realtime, now: () => NOW, log, pollMs: 50 });
  await until(() => messaging.published.length === 1);
  await outbox.stop();

  await deleteOldSessions(pool, NOW);
  const { rows } = await withTenant(pool, 1, (tx) => tx.execute('select id from sessions'));
  expect(rows).toHaveLength(1); // the one that the sign-in created
}

it('moves every right to the new roles, and sign-in, dispatch and clean-up still work', async () => {
  const { pool, close } = await openDatabase({ memory: true });
  try {
    await migrate(pool, BEFORE);
    await fillBefore(pool);
    const before = await rightsOf(pool, OLD_ROLES);
    await migrate(pool, RENAMED);
    expect(await rightsOf(pool, NEW_ROLES)).toEqual(before.map(rename).sort());
    expect(before.length).toBeGreaterThan(30);
    expect(await existing(pool, OLD_ROLES)).toEqual([]);
    await migrate(pool, ALL);
    await expectEverythingWorks(pool);
  } finally {
    await close();
  }
});

const programs = findPostgres();
(programs ? describe : describe.skip)('on a PostgreSQL cluster with several databases', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let admin: Awaited<ReturnType<typeof openDatabase>>;
  beforeAll(async () => {
    postgres = await startPostgres(programs ?? '');
    admin = await openDatabase({ url: postgres.url });
    await admin.pool.query(`create role app login createrole`);
  });
  afterAll(async () => {
    await admin.close();
    await postgres.stop();
  });

  /** A separate database, opened with a login that is not a superuser. */
  async function createDatabase(name: string) {
    await admin.pool.query(`create database ${name} owner app template template0`);
    const url = new URL(postgres.url);
    url.username = 'app';
    url.pathname = name;
    return openDatabase({ url: url.href });
  }

  it('keeps an old role while another database uses it, and drops it with the last one', async () => {
    const first = await createDatabase('first');
    const second = await createDatabase('second');
    await migrate(first.pool, BEFORE);
    await migrate(second.pool, BEFORE);
    await fillBefore(first.pool);
    await fillBefore(second.pool);
    const before = await rightsOf(first.pool, OLD_ROLES);

    await migrate(first.pool, RENAMED);
    expect(await rightsOf(first.pool, OLD_ROLES)).toEqual([]);
    expect(await rightsOf(first.pool, NEW_ROLES)).toEqual(before.map(rename).sort());
    expect((await existing(first.pool, OLD_ROLES)).sort()).toEqual([...OLD_ROLES].sort());
    await migrate(first.pool, ALL);
    await expectEverythingWorks(first.pool);
    expect(await rightsOf(second.pool, OLD_ROLES)).toEqual(before);

    await migrate(second.pool, ALL);
    expect(await existing(second.pool, OLD_ROLES)).toEqual([]);
    await expectEverythingWorks(second.pool);
    await Promise.all([first.close(), second.close()]);
  });

  it('creates several databases at the same time', async () => {
    const databases = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => createDatabase(`together_${name}`)),
    );
    await Promise.all(databases.map(({ pool }) => migrate(pool)));
    for (const { pool, close } of databases) {
      expect(await rightsOf(pool, OLD_ROLES)).toEqual([]);
      await Promise.all([asAuth, asOutbox, asMaintenance].map((as) => as(pool, async () => {})));
      await close();
    }
  });

  it('explains what to do if the login may not create roles', async () => {
    const { pool, close } = await createDatabase('refused');
    await migrate(pool, BEFORE);
    await admin.pool.query('alter role app nocreaterole');
    await admin.pool.query('alter role trellis_auth rename to trellis_auth_before');
    await expect(migrate(pool)).rejects.toThrow('Run "alter role app createrole" as a superuser');
    await close();
  });
});
