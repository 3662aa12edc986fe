import { auditSurveys } from '#server/surveys/index.ts';
import { withMigratedDatabase } from './support.ts';

/** Tries to find the authors of responses in all anonymous surveys. It ends with an error if a check fails. */
export const run = () =>
  withMigratedDatabase(async ({ pool }) => {
    const reports = await auditSurveys(pool, new Date());
    if (reports.length === 0) process.stdout.write('There is no anonymous survey.\n');
    for (const { surveyId, name, report } of reports) {
      const failed = report.checks.filter(({ isPassed }) => !isPassed);
      process.stdout.write(
        `${surveyId} ${name}: ${failed.length === 0 ? `${report.checks.length} checks passed, ${report.comparisons} comparisons` : 'FAILED'}\n`,
      );
      for (const { name } of failed) process.stdout.write(`  not true: ${name}\n`);
      if (failed.length > 0) process.exitCode = 1;
    }
  });
