import type { Pool } from 'pg';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { shuffleGrown } from '#server/surveys/anonymous/shuffle.ts';
import { remindOfSurveys } from './reminders.ts';

interface SurveyJobsDeps {
  pool: Pool;
  jobs: Pick<Jobs, 'schedule'>;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
}

export function registerSurveyJobs({ pool, jobs, now, wakeOutbox }: SurveyJobsDeps) {
  jobs.schedule({
    name: 'survey-reminders',
    cron: '17 * * * *',
    async run(signal) {
      await inEachOrganisation(pool, signal, (tx) => remindOfSurveys(tx, now()));
      wakeOutbox();
    },
  });
  jobs.schedule({
    name: 'shuffle-anonymous-responses',
    cron: '*/10 * * * *',
    run: (signal) => inEachOrganisation(pool, signal, shuffleGrown),
  });
}
