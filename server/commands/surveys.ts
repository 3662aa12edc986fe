import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { auditSurveys } from '#server/surveys/index.ts';

/**
 * `npm run survey:audit` tries to find the authors of responses in all anonymous surveys. It ends with an error if a check
 * fails.
 */
const USER_ERRORS = new Set(['ConfigError', 'DatabaseUnavailable', 'DirectoryInUse']);

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what}…\n`),
  );
  try {
    await migrate(database.pool);
    const reports = await auditSurveys(database.pool, new Date());
    if (reports.length === 0) process.stdout.write('There is no anonymous survey.\n');
    for (const { surveyId, name, report } of reports) {
      const failed = report.checks.filter(({ isPassed }) => !isPassed);
      process.stdout.write(
        `${surveyId} ${name}: ${failed.length === 0 ? `${report.checks.length} checks passed, ${report.comparisons} comparisons` : 'FAILED'}\n`,
      );
      for (const { name } of failed) process.stdout.write(`  not true: ${name}\n`);
      if (failed.length > 0) process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${USER_ERRORS.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
