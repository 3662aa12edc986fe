import type { Pool } from 'pg';
import { cacheSessions } from '#server/access/session/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { openDatabase } from '#server/db/open.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { until } from '#test/support/api.ts';
import { createSharedDatabase, type SharedDatabase } from '#test/support/sharedPostgres.ts';
import { openEmbeddedDatabase } from '#test/support/testDatabase.ts';
import { createTestOrganisation } from '#test/support/testOrganisation.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time

/** A session of a learner, and the claims of its token. */
async function startSession(pool: Pool) {
  const { tenantId, learner } = await createTestOrganisation(pool, new Date());
  const claims = { tenantId, userId: learner.userId, sessionId: newId(), clientId: 'client' };
  await asOwner(pool, tenantId, (tx) =>
    tx.execute(sql`insert into sessions (id, tenant_id, user_id, created_at, expires_at)
      values (${claims.sessionId}, ${tenantId}, ${learner.userId}, now(), now() + interval '1 day')`),
  );
  return claims;
}
const revoke = (pool: Pool, { tenantId, sessionId }: { tenantId: number; sessionId: string }) =>
  withTenant(pool, tenantId, (tx) =>
    tx.execute(sql`update sessions set revoked_at = now() where id = ${sessionId}`),
  );

describe('the session cache', () => {
  let database: OpenDatabase;
  let elapsedMs = 0;
  beforeAll(async () => {
    database = await openEmbeddedDatabase();
  });
  afterAll(() => database.close());

  it('reads a session once for parallel calls, and again after 2 seconds', async () => {
    const claims = await startSession(database.pool);
    const sessions = cacheSessions(database.pool, () => elapsedMs);
    const [one, two] = await Promise.all([sessions.read(claims), sessions.read(claims)]);
    expect(one).toMatchObject({ isRevoked: false });
    expect(two).toBe(one);
    // A change without a notification.
    await database.pool.query(`set session_replication_role = replica`);
    await revoke(database.pool, claims);
    await database.pool.query(`set session_replication_role = default`);
    elapsedMs += 1_999;
    expect(await sessions.read(claims)).toBe(one);
    elapsedMs += 1;
    expect(await sessions.read(claims)).toMatchObject({ isRevoked: true });
  });

  it('does not return a session to another organisation or another person', async () => {
    const claims = await startSession(database.pool);
    const sessions = cacheSessions(database.pool, () => elapsedMs);
    expect(await sessions.read(claims)).toBeDefined();
    expect(await sessions.read({ ...claims, tenantId: claims.tenantId + 1 })).toBeUndefined();
    expect(await sessions.read({ ...claims, userId: claims.userId + 1 })).toBeUndefined();
  });

  it.each([
    ['its end', `update sessions set revoked_at = now() where id = $1`],
    ['its removal', `delete from sessions where id = $1`],
    [
      'a deactivation',
      `update users set status = 'deactivated' where id = (select user_id from sessions where id = $1)`,
    ],
    [
      'a change of roles',
      `update users set is_admin = true where id = (select user_id from sessions where id = $1)`,
    ],
    [
      'a suspension',
      `update tenants set status = 'suspended' where id = (select tenant_id from sessions where id = $1)`,
    ],
  ])('reads a session again immediately after %s', async (_what, change) => {
    const claims = await startSession(database.pool);
    const sessions = cacheSessions(database.pool, () => elapsedMs);
    const before = await sessions.read(claims);
    await database.pool.query(change, [claims.sessionId]);
    expect(await sessions.read(claims)).not.toEqual(before);
  });
});

describeOnPostgres('on PostgreSQL', () => {
  let shared: SharedDatabase;
  beforeAll(async () => {
    shared = await createSharedDatabase();
  });
  afterAll(() => shared.drop());

  it('receives from another process that a session has ended', async () => {
    const [ours, other] = [
      await openDatabase({ url: shared.appUrl }),
      await openDatabase({ url: shared.appUrl }),
    ];
    const claims = await startSession(other.pool);
    // Time does not pass, so only the notification can clear the cache.
    const sessions = cacheSessions(ours.pool, () => 0);
    expect(await sessions.read(claims)).toMatchObject({ isRevoked: false });
    await revoke(other.pool, claims);
    await until(async () => (await sessions.read(claims))?.isRevoked === true);
    await Promise.all([ours.close(), other.close()]);
  });
});
