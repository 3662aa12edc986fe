import { eq, getTableConfig } from '#server/db/drizzle.ts';
import * as chat from '#server/db/schema/chat.ts';
import * as objectives from '#server/db/schema/objectives.ts';
import * as outbox from '#server/db/schema/outbox.ts';
import * as people from '#server/db/schema/people.ts';
import * as programs from '#server/db/schema/programs.ts';
import * as propensity from '#server/db/schema/propensity.ts';
import * as sessions from '#server/db/schema/sessions.ts';
import * as tenants from '#server/db/schema/tenants.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const tables = Object.values({
  ...chat,
  ...objectives,
  ...outbox,
  ...people,
  ...programs,
  ...propensity,
  ...sessions,
  ...tenants,
});

it('is on, and forced, for every table that holds an organisation’s data', async () => {
  const { rows } = await api.pool.query(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'same_tenant'
        and p.polwithcheck is not null and p.polroles = '{0}') as kept
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
      and (c.relname = 'tenants' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))`);
  expect(rows.length).toBeGreaterThan(18);
  expect(rows.filter(({ enabled, forced, kept }) => !(enabled && forced && kept))).toEqual([]);
});

it('shows nothing outside of a tenant’s transaction, to nobody who is not meant to', async () => {
  await api.organisation();
  for (const role of ['trellis_app', 'trellis_door', 'trellis_courier'])
    for (const table of [
      'users',
      'programs',
      'sessions',
      'refresh_tokens',
      'step_records',
      'propensity_results',
    ]) {
      const client = await api.pool.connect();
      try {
        await client.query(`begin; set local role ${role}`);
        const seen = await client.query(`select count(*)::int as n from ${table}`).then(
          ({ rows }) => rows[0].n as number,
          (error: { code: string }) => error.code,
        );
        expect([0, '42501']).toContain(seen); // no row, or not even the right to ask
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
});

it('shows the keeper no more of people, organisations and sessions than whether they have ended', async () => {
  await api.organisation();
  for (const columns of ['u.email', 'u.first_name', 'n.name', 's.revoked_because', 'r.hash']) {
    const client = await api.pool.connect();
    try {
      await client.query('begin; set local role trellis_keeper');
      await expect(
        client.query(
          `select ${columns} from users u, tenants n, sessions s${columns.startsWith('r.') ? ', refresh_tokens r' : ''}`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

it('lets one organisation neither read nor write anything of another, whatever the query says', async () => {
  const [ours, theirs] = [await api.organisation(), await api.organisation()];
  await withTenant(api.pool, ours.tenantId, async (tx) => {
    const seen = await tx.select({ tenantId: people.users.tenantId }).from(people.users);
    expect(new Set(seen.map(({ tenantId }) => tenantId))).toEqual(new Set([ours.tenantId]));
    const { rowCount } = await tx
      .update(people.users)
      .set({ firstName: 'Taken' })
      .where(eq(people.users.id, theirs.learner.userId));
    expect(rowCount).toBe(0);
    expect(
      (await tx.delete(programs.goals).where(eq(programs.goals.tenantId, theirs.tenantId))).rowCount,
    ).toBe(0);
  });
  await expect(
    withTenant(api.pool, ours.tenantId, (tx) =>
      tx.insert(people.departments).values({ tenantId: theirs.tenantId, name: 'Planted' }),
    ),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
  // Not by a reference either: the key holds the tenant.
  await expect(
    withTenant(api.pool, ours.tenantId, (tx) =>
      tx
        .update(people.users)
        .set({ managerId: theirs.manager.userId })
        .where(eq(people.users.id, ours.learner.userId)),
    ),
  ).rejects.toMatchObject({ cause: { code: '23503' } });
});

it('leaves neither role nor tenant to the next who gets the connection', async () => {
  const org = await api.organisation();
  await withTenant(api.pool, org.tenantId, async () => {});
  const { rows } = await api.pool.query(
    `select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant`,
  );
  expect(rows).toEqual([{ role: 'postgres', tenant: null }]);
});

it('keeps published steps as they are', async () => {
  const org = await api.organisation();
  await expect(
    withTenant(api.pool, org.tenantId, (tx) => tx.update(programs.topicSteps).set({ title: 'Changed' })),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});

it('knows the same columns in code as in the database', async () => {
  const { rows } = await api.pool.query<{ table: string; column: string; type: string; required: boolean }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and c.relname <> 'schema_migrations'`);
  const inDatabase = rows.map(
    ({ table, column, type, required }) => `${table}.${column} ${type} ${required}`,
  );
  const inCode = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => {
      const isKey = getTableConfig(table).primaryKeys.some((key) => key.columns.includes(column));
      return `${name}.${column.name} ${column.getSQLType()} ${column.notNull || column.primary || isKey}`;
    });
  });
  expect(inCode.sort()).toEqual(inDatabase.sort());
});
