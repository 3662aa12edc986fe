import { spawnSync } from 'node:child_process';
import { sql } from '#server/db/drizzle.ts';
import { openDatabase } from '#server/db/open.ts';
import { asOwner } from '#server/db/withTenant.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { createSharedDatabase, type SharedDatabase } from '#test/support/sharedPostgres.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';
import { aLargeOrganisation, simulate } from './simulateAnonymity.ts';

describeOnPostgres('npm run survey:audit', () => {
  let database: SharedDatabase;
  let api: TestApi;
  beforeAll(async () => {
    database = await createSharedDatabase();
    api = await startApi({ openDatabase: () => openDatabase({ url: database.appUrl }) });
  }, 120_000);
  afterAll(async () => {
    await api.close();
    await database.drop();
  });
  const run = () =>
    spawnSync(process.execPath, ['bin/trellis', 'survey:audit'], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.appUrl },
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('passes if no row can be linked to a person, and otherwise names the survey and the check', async () => {
    const org = await aLargeOrganisation(api, 8);
    const { survey } = await simulate(api, org);
    const clean = run();
    expect([clean.stderr, clean.status]).toEqual(['', 0]);
    expect(clean.stdout).toMatch(
      new RegExp(`^${survey.surveyId} A pulse: \\d+ checks passed, \\d+ comparisons\n$`),
    );

    await asOwner(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`update survey_participations
        set ticket_request = (select respondent from survey_responses where survey_id = ${survey.surveyId} limit 1)
        where survey_id = ${survey.surveyId} and user_id = ${org.learner.userId}`),
    );
    const planted = run();
    expect(planted.status).toBe(1);
    expect(planted.stdout).toBe(
      `${survey.surveyId} A pulse: FAILED\n  not true: No stored value links a person to fewer than all responses\n`,
    );
  }, 60_000);
});
