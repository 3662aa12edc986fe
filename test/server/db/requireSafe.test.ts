import type { Pool } from 'pg';
import { createOrganisation } from '#server/access/organisations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import { prepare } from '#server/db/prepare.ts';
import { startTestPostgres, type TestPostgres } from '#test/support/startTestPostgres.ts';
import { openTestDatabase } from '#test/support/testDatabase.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

const local = { isDemo: false, isLocal: true, deployment: 'local' };
const staging = { isDemo: false, isLocal: false, deployment: 'staging' };

/** Returns the warnings, or throws the error that the start would report. */
async function start(pool: Pool, config: typeof local, kind: 'postgres' | 'embedded' = 'postgres') {
  const warnings: string[] = [];
  await prepare({ pool, kind }, config, { warn: (text: string) => void warnings.push(text) } as never);
  return warnings;
}

describe('demo accounts in the database', () => {
  it('prevent a start outside local deployments until their organisations are suspended', async () => {
    const { pool, close } = await openTestDatabase();
    try {
      expect(await start(pool, staging, 'embedded')).toEqual([]);
      const admin = { email: 'admin@demo.example', firstName: 'A', lastName: 'B' };
      await createOrganisation(pool, { name: 'Demo', domains: ['demo.example'], admin }, new Date());
      expect(await start(pool, local, 'embedded')).toEqual([]);
      await expect(start(pool, staging, 'embedded')).rejects.toThrow(
        /^The database contains the demo accounts of demo.example, .*in the deployment 'staging'/,
      );
      await pool.query(`update tenants set status = 'suspended'`);
      expect(await start(pool, staging, 'embedded')).toEqual([]);
    } finally {
      await close();
    }
  });
});

describeOnPostgres('the database login', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  it.each([
    ['a superuser', 'superuser nobypassrls', 'is a superuser'],
    ['one that bypasses row level security', 'nosuperuser bypassrls', 'bypasses row level security'],
  ])('is refused outside local deployments and reported in a local one: %s', async (_title, rights, text) => {
    const owner = await openDatabase({ url: postgres.url, poolSize: 1 });
    const app = await openDatabase({ url: postgres.appUrl, poolSize: 1 });
    try {
      expect(await start(app.pool, staging)).toEqual([]);
      await owner.pool.query(`alter role app ${rights}`);
      await expect(start(app.pool, staging)).rejects.toThrow(`The database login 'app' ${text}. Use a login`);
      expect(await start(app.pool, local)).toEqual([expect.stringContaining(`'app' ${text}`)]);
    } finally {
      await owner.pool.query('alter role app nosuperuser nobypassrls');
      await Promise.all([owner.close(), app.close()]);
    }
  });
});
