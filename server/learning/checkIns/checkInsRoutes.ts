import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  checkInChangeSchema,
  checkInConflictSchema,
  checkInSchema,
  checkInsSchema,
} from '#contract/learning/checkIns.ts';
import { day } from '#contract/text.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { CheckInConflict, changeCheckIn } from './changeCheckIn.ts';
import { sendCheckInNotices } from './notices.ts';
import { readCheckIn, readCheckIns } from './presentCheckIns.ts';

export interface CheckInsDeps {
  pool: Pool;
  now: () => Date;
  /** Called after a commit that added entries to the outbox. */
  wakeOutbox: () => void;
}
type CheckInsJobsDeps = CheckInsDeps & { jobs: Pick<Jobs, 'schedule'> };

const tags = ['check-ins'];
const weekParams = z.object({ week: day });

/** Routes for the viewer's own check-ins. See docs/decisions/0066-check-ins.md. */
export const checkInsRoutes: FastifyPluginAsyncZod<CheckInsJobsDeps> = async (app, deps) => {
  const { pool, now, wakeOutbox, jobs } = deps;
  jobs.schedule({
    name: 'check-in-notices',
    cron: '5 * * * *',
    async run(signal) {
      await inEachOrganisation(pool, signal, (tx) => sendCheckInNotices(tx, now()));
      wakeOutbox();
    },
  });
  app.get(
    '/check-ins',
    {
      schema: {
        tags,
        summary: 'Your check-in of this period, the one before it, and your trend',
        response: { 200: checkInsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readCheckIns(tx, viewer, now())),
  );

  app.get(
    '/check-ins/:week',
    {
      schema: {
        tags,
        summary: 'One of your check-ins, by the first day of its period',
        params: weekParams,
        response: { 200: checkInSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readCheckIn(tx, viewer, params.week, now())),
  );

  app.put(
    '/check-ins/:week',
    {
      schema: {
        tags,
        summary: 'Save, send or skip your check-in of this period',
        params: weekParams,
        body: checkInChangeSchema,
        response: { 200: checkInSchema, 409: checkInConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params: { week }, body, id: requestId }, reply) => {
      try {
        return await withTenant(pool, viewer.tenantId, async (tx) => {
          const at = now();
          await changeCheckIn(tx, viewer, week, body, at);
          return readCheckIn(tx, viewer, week, at);
        });
      } catch (error) {
        if (!(error instanceof CheckInConflict)) throw error;
        const theirs = await readTenant(pool, viewer.tenantId, (tx) => readCheckIn(tx, viewer, week, now()));
        return reply.code(409).send({ code: 'conflict', message: error.message, requestId, theirs });
      }
    },
  );
};
