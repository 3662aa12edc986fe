import type { FastifyBaseLogger } from 'fastify';
import type { CleanUp } from '#server/db/cleanUp.ts';
import type { Jobs } from './jobs.ts';

/** Deletes old rows every hour. A failure for one kind does not affect the other kinds. */
export const scheduleCleanUp = (
  jobs: Pick<Jobs, 'schedule'>,
  cleanUps: readonly CleanUp[],
  log: Pick<FastifyBaseLogger, 'error'>,
) =>
  jobs.schedule({
    name: 'clean-up',
    cron: '7 * * * *',
    async run(signal) {
      for (const { what, deleteOld } of cleanUps)
        await deleteOld(() => signal.aborted).catch((error: unknown) =>
          log.error({ err: error }, `old ${what} could not be deleted`),
        );
    },
  });
