import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import {
  insightPeopleFilterSchema,
  insightPeopleQuerySchema,
  insightPeopleSchema,
  insightsQuerySchema,
  insightsSchema,
  programRemindersAnswerSchema,
  programRemindersSchema,
  stepFiguresSchema,
} from '#contract/insights/insights.ts';
import { randomId } from '#contract/text.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { exportFigures, exportPeople } from './exportCsv.ts';
import { findPeople } from './people.ts';
import { type Read, readInsights } from './readInsights.ts';
import { remind } from './reminders.ts';
import { findScope } from './scope.ts';
import { readStepFigures } from './steps.ts';

export interface InsightsDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
  wakeOutbox: () => void;
}

const tags = ['insights'];
const PAGE = 100;
const params = z.object({ programId: randomId });

const sendCsv = (reply: FastifyReply, file: string) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="insights.csv"')
    .send(file);

/**
 * Figures of programs (decision 0063): all people for administrators, their own reporting line for managers, 404 for
 * everyone else.
 */
export const insightsRoutes: FastifyPluginAsyncZod<InsightsDeps> = async (app, deps) => {
  const { pool, audit, now, wakeOutbox } = deps;
  const readerOf =
    ({ tenantId }: Viewer): Read =>
    (work) =>
      readTenant(pool, tenantId, work);

  app.get(
    '/insights/programs/:programId',
    {
      schema: {
        tags,
        summary: 'Figures of a program, now or as of a past day',
        params,
        querystring: insightsQuerySchema,
        response: { 200: insightsSchema, ...problems(400, 401, 404) },
      },
    },
    async ({ viewer, params: { programId }, query }) => {
      const read = readerOf(viewer);
      return readInsights(read, await read((tx) => findScope(tx, viewer, programId, query, now())));
    },
  );

  app.get(
    '/insights/programs/:programId/steps',
    {
      schema: {
        tags,
        summary: 'Current steps of the learners of a program',
        params,
        querystring: insightsQuerySchema,
        response: { 200: stepFiguresSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { programId }, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) =>
        readStepFigures(tx, await findScope(tx, viewer, programId, query, now())),
      ),
  );

  app.get(
    '/insights/programs/:programId/people',
    {
      schema: {
        tags,
        summary: 'The people behind a figure of a program, in pages',
        params,
        querystring: insightPeopleQuerySchema,
        response: { 200: insightPeopleSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { programId }, query: { after, ...filter } }) =>
      readTenant(pool, viewer.tenantId, async (tx) =>
        findPeople(tx, viewer, await findScope(tx, viewer, programId, filter, now()), filter, {
          limit: PAGE,
          after,
        }),
      ),
  );

  app.post(
    '/insights/programs/:programId/reminders',
    {
      schema: {
        tags,
        summary: 'Remind stalled learners of a program',
        params,
        body: programRemindersSchema,
        response: { 200: programRemindersAnswerSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request) => {
      const { viewer } = request;
      const answer = await withTenant(pool, viewer.tenantId, async (tx) => {
        const scope = await findScope(tx, viewer, request.params.programId, {}, now());
        return remind({ tx, audit, actor: actorOf(request), viewer }, scope, request.body.userIds);
      });
      wakeOutbox();
      return answer;
    },
  );

  const asFile = { 200: z.string(), ...problems(400, 401, 404) };
  const exported = (request: Parameters<typeof actorOf>[0], programId: string, what: string) => ({
    actor: actorOf(request),
    entry: {
      action: 'program.figures-exported' as const,
      subject: { type: 'program' as const, id: programId },
      changes: { figures: { before: null, after: what } },
    },
  });

  app.post(
    '/insights/programs/:programId/export',
    {
      schema: {
        tags,
        summary: 'The figures of a program as a CSV file',
        params,
        querystring: insightsQuerySchema,
        response: asFile,
      },
    },
    async (request, reply) => {
      const { viewer, params: path, query } = request;
      const scope = await withTenant(pool, viewer.tenantId, async (tx) => {
        const found = await findScope(tx, viewer, path.programId, query, now());
        const { actor, entry } = exported(request, path.programId, 'all');
        await audit.record(tx, actor, entry);
        return found;
      });
      return sendCsv(reply, await exportFigures(readerOf(viewer), scope));
    },
  );

  app.post(
    '/insights/programs/:programId/people/export',
    {
      schema: {
        tags,
        summary: 'The people behind a figure of a program as a CSV file',
        params,
        querystring: insightPeopleFilterSchema,
        response: asFile,
      },
    },
    async (request, reply) => {
      const { viewer, params: path, query } = request;
      const file = await withTenant(pool, viewer.tenantId, async (tx) => {
        const scope = await findScope(tx, viewer, path.programId, query, now());
        const { actor, entry } = exported(request, path.programId, query.measure);
        await audit.record(tx, actor, entry);
        return exportPeople(tx, viewer, scope, query);
      });
      return sendCsv(reply, file);
    },
  );
};
