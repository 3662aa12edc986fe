import type { Pool } from 'pg';
import type { SecretBox } from '#server/access/signOn/index.ts';
import type { Audit } from '#server/administration/audit/index.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { storeFullBatches } from '#server/surveys/anonymous/batches.ts';
import { runSurveyPlans } from '#server/surveys/life/plans.ts';
import { askLearners } from './programSurveys.ts';
import { remindOfSurveys } from './reminders.ts';

interface SurveyJobsDeps {
  pool: Pool;
  secretBox: SecretBox;
  jobs: Pick<Jobs, 'schedule'>;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
  audit: Pick<Audit, 'record'>;
}

export function registerSurveyJobs({ pool, secretBox, jobs, now, wakeOutbox, audit }: SurveyJobsDeps) {
  jobs.schedule({
    name: 'survey-reminders',
    cron: '17 * * * *',
    async run(signal) {
      await inEachOrganisation(pool, signal, (tx) => remindOfSurveys(tx, now()));
      wakeOutbox();
    },
  });
  jobs.schedule({
    name: 'program-surveys',
    cron: '*/5 * * * *',
    async run(signal) {
      await inEachOrganisation(pool, signal, (tx) => askLearners(tx, now()));
      wakeOutbox();
    },
  });
  jobs.schedule({
    name: 'survey-plans',
    cron: '7 * * * *',
    async run(signal) {
      await inEachOrganisation(pool, signal, (tx) => runSurveyPlans(tx, { secretBox, audit, now: now() }));
      wakeOutbox();
    },
  });
  jobs.schedule({
    name: 'store-anonymous-responses',
    cron: '*/10 * * * *',
    run: (signal) => inEachOrganisation(pool, signal, (tx) => storeFullBatches(tx, secretBox)),
  });
}
