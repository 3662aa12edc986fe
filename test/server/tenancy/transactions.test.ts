import { eq } from '#server/db/drizzle.ts';
import * as people from '#server/db/schema/people.ts';
import * as programs from '#server/db/schema/programs.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { openEmbeddedDatabase } from '#test/support/testDatabase.ts';

let api: TestApi;
beforeAll(async () => {
  // Roles belong to the whole database server, and a test renames one.
  api = await startApi({ openDatabase: openEmbeddedDatabase });
}, 60_000);
afterAll(() => api.close());

it('returns no rows outside a tenant’s transaction', async () => {
  await api.organisation();
  for (const role of ['trellis_app', 'trellis_auth', 'trellis_outbox'])
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
        expect([0, '42501']).toContain(seen); // there are no rows, or no right to read
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
});

it('lets the maintenance role read only whether people, organisations and sessions have ended', async () => {
  await api.organisation();
  for (const columns of ['u.email', 'u.first_name', 'n.name', 's.revoked_because', 'r.hash']) {
    const client = await api.pool.connect();
    try {
      await client.query('begin; set local role trellis_maintenance');
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

it('lets no query read or write rows of another organisation', async () => {
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
  // The foreign key also contains the tenant.
  await expect(
    withTenant(api.pool, ours.tenantId, (tx) =>
      tx
        .update(people.users)
        .set({ managerId: theirs.manager.userId })
        .where(eq(people.users.id, ours.learner.userId)),
    ),
  ).rejects.toMatchObject({ cause: { code: '23503' } });
});

it('resets role and tenant when the connection is released', async () => {
  const org = await api.organisation();
  await withTenant(api.pool, org.tenantId, async () => {});
  const { rows } = await api.pool.query(
    `select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant`,
  );
  expect(rows).toEqual([{ role: 'postgres', tenant: null }]);
});

describe('a read-only transaction', () => {
  it('reads one organisation and cannot change data, even with parallel queries', async () => {
    const [ours, theirs] = [await api.organisation(), await api.organisation()];
    const tenantsSeen = await Promise.all(
      [ours, theirs, ours, theirs].map(({ tenantId }) =>
        readTenant(api.pool, tenantId, async (tx) => {
          const ask = () => tx.select({ tenantId: people.users.tenantId }).from(people.users);
          const rows = (await Promise.all([ask(), ask(), ask()])).flat();
          return [...new Set(rows.map((row) => row.tenantId))];
        }),
      ),
    );
    expect(tenantsSeen).toEqual([ours, theirs, ours, theirs].map(({ tenantId }) => [tenantId]));
    await expect(
      readTenant(api.pool, ours.tenantId, (tx) =>
        tx.update(people.users).set({ firstName: 'Taken' }).where(eq(people.users.id, ours.learner.userId)),
      ),
    ).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('returns nothing if the role could not be set', async () => {
    const org = await api.organisation();
    const client = await api.pool.connect();
    await client.query('alter role trellis_app rename to trellis_renamed');
    client.release();
    try {
      await expect(
        readTenant(api.pool, org.tenantId, (tx) => tx.select().from(people.users)),
      ).rejects.toMatchObject({ message: expect.stringContaining('trellis_app') });
    } finally {
      await api.pool.query('alter role trellis_renamed rename to trellis_app');
    }
  });
});

it.each([
  ['reads', readTenant],
  ['writes', withTenant],
])('rejects queries after the end of a transaction that %s', async (_how, work) => {
  const [ours, theirs] = [await api.organisation(), await api.organisation()];
  const left = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await work(api.pool, ours.tenantId, async (tx) => {
    late = left.promise.then(() => tx.select({ tenantId: people.users.tenantId }).from(people.users));
    late.catch(() => {});
  });
  await work(api.pool, theirs.tenantId, async () => {
    left.resolve();
    await expect(late).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } });
  });
});

it('does not allow changes to published steps', async () => {
  const org = await api.organisation();
  await expect(
    withTenant(api.pool, org.tenantId, (tx) => tx.update(programs.topicSteps).set({ title: 'Changed' })),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});
