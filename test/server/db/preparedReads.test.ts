import type { OpenDatabase } from '#server/db/open.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import { openEmbeddedDatabase } from '#test/support/testDatabase.ts';
import { createTestOrganisation, type TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time

const tenantsOf = prepareRead<number, []>('test_tenants', 'select to_json(tenant_id) from users');
const peopleLike = prepareRead<{ name: string; nothing: null }, [id: number, name: string | null]>(
  'test_people',
  `select json_build_object('name', first_name, 'nothing', null) from users where id = $1 and first_name = coalesce($2, first_name)`,
);
const rename = prepareRead<number, []>(
  'test_write',
  `with renamed as (update users set first_name = 'Taken' returning id) select to_json(id) from renamed`,
);
const fails = prepareRead<number, [divisor: number]>('test_failure', 'select to_json(1 / $1::int)');

it('refuses two statements with the same name', () => {
  expect(() => prepareRead('test_tenants', 'select 1')).toThrow('test_tenants');
});

onEachDatabase((open) => {
  let database: OpenDatabase;
  let ours: TestOrganisation;
  let theirs: TestOrganisation;
  beforeAll(async () => {
    database = await open();
    ours = await createTestOrganisation(database.pool, new Date());
    theirs = await createTestOrganisation(database.pool, new Date());
  });
  afterAll(() => database.close());

  it('returns the rows of only one organisation, even for the same statement on the same connection', async () => {
    for (let round = 0; round < 3; round++) {
      const seen = await Promise.all(
        [ours, theirs, ours, theirs].map(async ({ tenantId }) => {
          const [one, two] = await readPrepared(database.pool, tenantId, [tenantsOf(), tenantsOf()]);
          return [...new Set([...one, ...two])];
        }),
      );
      expect(seen).toEqual([ours, theirs, ours, theirs].map(({ tenantId }) => [tenantId]));
    }
    const [[person]] = await readPrepared(database.pool, ours.tenantId, [
      peopleLike(theirs.learner.userId, null),
    ]);
    expect(person).toBeUndefined();
  });

  it('returns the rows of each read in the order of the reads', async () => {
    const { learner, manager, tenantId } = ours;
    const [one, none, two] = await readPrepared(database.pool, tenantId, [
      peopleLike(learner.userId, null),
      peopleLike(learner.userId, `No one's "name"`),
      peopleLike(manager.userId, null),
    ]);
    expect([one.length, none, two.length]).toEqual([1, [], 1]);
    expect(one[0]).toEqual({ name: expect.any(String), nothing: null });
    expect(one[0]?.name).not.toBe(two[0]?.name);
  });

  it('cannot change any data', async () => {
    await expect(readPrepared(database.pool, ours.tenantId, [rename()])).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('reads again after an error, and leaves the connection without a role or tenant', async () => {
    const { pool } = database;
    const { tenantId, learner } = ours;
    for (let round = 0; round < 2; round++) {
      await expect(
        readPrepared(pool, tenantId, [tenantsOf(), fails(0), peopleLike(learner.userId, null)]),
      ).rejects.toMatchObject({ code: '22012' });
      expect(await readPrepared(pool, tenantId, [fails(1), peopleLike(learner.userId, null)])).toMatchObject([
        [1],
        [{}],
      ]);
    }
    const { rows } = await pool.query(
      `select current_user = session_user as "isLogin", nullif(current_setting('app.tenant_id', true), '') as tenant,
        current_setting('transaction_read_only') as "readOnly"`,
    );
    expect(rows).toEqual([{ isLogin: true, tenant: null, readOnly: 'off' }]);
  });

  it.each([0, -1, 1.5, Number.NaN])('sends nothing for the invalid tenant %p', async (tenantId) => {
    await expect(readPrepared(database.pool, tenantId, [tenantsOf()])).rejects.toThrow('Invalid tenant id');
  });
});

it('runs no read if the role could not be set', async () => {
  const database = await openEmbeddedDatabase(); // in the shared PostgreSQL, other databases need the role
  const { tenantId } = await createTestOrganisation(database.pool, new Date());
  await readPrepared(database.pool, tenantId, [tenantsOf()]);
  await database.pool.query('alter role trellis_app rename to trellis_renamed');
  await expect(readPrepared(database.pool, tenantId, [tenantsOf()])).rejects.toThrow('trellis_app');
  await database.close();
});
