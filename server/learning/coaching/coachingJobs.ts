import type { Jobs } from '#server/jobs/index.ts';
import { calendarMailKind, mailCalendarEntry } from '#server/learning/coaching/calendar/calendarMail.ts';
import { closeSessions } from './closeSessions.ts';
import { mailReminder } from './reminderMail.ts';
import { reminderMailKind, sendReminders, sendScheduleReminders } from './reminders.ts';
import type { SessionMailDeps } from './sessionMail.ts';

export interface CoachingJobsDeps extends SessionMailDeps {
  jobs: Pick<Jobs, 'register' | 'schedule' | 'enqueue'>;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
}

/**
 * Calendar entries, reminders of sessions, and reminders to plan one. Nothing that is due later waits in the outbox
 * (decision 0026).
 */
export function registerCoachingJobs(deps: CoachingJobsDeps) {
  const { jobs, now, wakeOutbox } = deps;
  jobs.register(reminderMailKind, ({ tenantId, payload }) => mailReminder(deps, { tenantId, ...payload }));
  jobs.register(calendarMailKind, ({ tenantId, payload }) =>
    mailCalendarEntry(deps, { tenantId, ...payload }),
  );
  jobs.schedule({
    name: 'coaching-reminders',
    cron: '* * * * *',
    async run(signal) {
      if ((await sendReminders(deps, now(), signal)) > 0) wakeOutbox();
    },
  });
  jobs.schedule({
    name: 'coaching-outcomes',
    cron: '*/10 * * * *',
    run: (signal) => closeSessions(deps, now(), signal),
  });
  jobs.schedule({
    name: 'schedule-session-reminders',
    cron: '23 7 * * *',
    async run(signal) {
      await sendScheduleReminders(deps, now(), signal);
      wakeOutbox();
    },
  });
}
