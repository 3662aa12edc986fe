import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { resultsSchema } from '#contract/surveys/results.ts';
import {
  audienceOptionsSchema,
  audienceQuerySchema,
  newSurveySchema,
  type Survey,
  surveyChangeSchema,
  surveyConflictSchema,
  surveySchema,
  surveyStateSchema,
  surveysSchema,
} from '#contract/surveys/surveys.ts';
import { randomId } from '#contract/text.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { actionsRoutes } from '#server/surveys/actions/actionsRoutes.ts';
import { feedbackRoutes } from '#server/surveys/feedback/feedbackRoutes.ts';
import { listFeedbackAbout } from '#server/surveys/feedback/raters.ts';
import { moveSurvey } from '#server/surveys/life/moveSurvey.ts';
import { hasReports, readAudienceOptions } from './audience.ts';
import { type ChangeContext, changeSurvey, createSurvey } from './changeSurvey.ts';
import type { SurveySteps } from './participation.ts';
import { participationRoutes } from './participationRoutes.ts';
import { readResults, resultsCsv } from './results.ts';
import { SurveyConflict } from './surveyConflict.ts';
import { registerSurveyJobs } from './surveyJobs.ts';
import { findRunnable, listSurveys, ownerOf, presentSurvey } from './surveysRepository.ts';

export interface SurveysDeps {
  pool: Pool;
  /** The key of the installation, for deriving the codes of respondents. */
  refreshKey: Buffer;
  secretBox: SecretBox;
  steps: SurveySteps;
  audit: Audit;
  now: () => Date;
  wakeOutbox: () => void;
  jobs: Pick<Jobs, 'schedule'>;
}

const tags = ['surveys'];
const params = z.object({ surveyId: randomId });

/** Routes for running surveys and for taking part in them. See docs/decisions/0062-survey-protection.md. */
export const surveysRoutes: FastifyPluginAsyncZod<SurveysDeps> = async (app, deps) => {
  const { pool, audit, secretBox, now, wakeOutbox } = deps;
  registerSurveyJobs(deps);
  const change = <T>(request: FastifyRequest, work: (context: ChangeContext) => Promise<T>) =>
    withTenant(pool, request.viewer.tenantId, (tx) =>
      work({ tx, viewer: request.viewer, actor: actorOf(request), audit, secretBox, now: now() }),
    );
  const present = async (tx: TenantTransaction, request: FastifyRequest, surveyId: string): Promise<Survey> =>
    presentSurvey(tx, await findRunnable(tx, request.viewer, surveyId), request.viewer, now());

  /** Changes a survey and returns it, or a conflict with its current version. */
  async function mutate(
    request: FastifyRequest,
    surveyId: string,
    work: (context: ChangeContext) => Promise<unknown>,
  ) {
    try {
      const survey = await change(request, async (context) => {
        await work(context);
        return present(context.tx, request, surveyId);
      });
      return { status: 200 as const, body: survey };
    } catch (error) {
      if (!(error instanceof SurveyConflict)) throw error;
      const theirs = await readTenant(pool, request.viewer.tenantId, (tx) => present(tx, request, surveyId));
      return {
        status: 409 as const,
        body: { code: 'conflict', message: error.message, requestId: request.id, theirs },
      };
    }
  }

  app.get(
    '/surveys',
    {
      schema: {
        tags,
        summary: 'Surveys that you are asked to answer, and surveys that you run',
        response: { 200: surveysSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => ({
        ...(await listSurveys(tx, viewer, now())),
        about: await listFeedbackAbout(tx, viewer, now()),
      })),
  );

  app.post(
    '/surveys',
    {
      schema: {
        tags,
        summary: 'Create a draft of a survey, or of its next round',
        body: newSurveySchema,
        response: { 201: surveySchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const survey = await change(request, async (context) =>
        present(context.tx, request, await createSurvey(context, request.body)),
      );
      return reply.code(201).send(survey);
    },
  );

  app.get(
    '/surveys/audience',
    {
      schema: {
        tags,
        summary: 'Whom you can ask, or whom the owner of a survey can ask',
        querystring: audienceQuerySchema,
        response: { 200: audienceOptionsSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, query: { surveyId, search } }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        if (surveyId !== undefined)
          return readAudienceOptions(tx, await ownerOf(tx, await findRunnable(tx, viewer, surveyId)), search);
        if (!viewer.isAdmin && !(await hasReports(tx, viewer.userId))) throw notFound();
        return readAudienceOptions(tx, viewer, search);
      }),
  );

  app.get(
    '/surveys/:surveyId',
    {
      schema: {
        tags,
        summary: 'A survey that you run',
        params,
        response: { 200: surveySchema, ...problems(401, 404) },
      },
    },
    (request) =>
      readTenant(pool, request.viewer.tenantId, (tx) => present(tx, request, request.params.surveyId)),
  );

  app.patch(
    '/surveys/:surveyId',
    {
      schema: {
        tags,
        summary: 'Change a draft',
        params,
        body: surveyChangeSchema,
        response: { 200: surveySchema, 409: surveyConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { surveyId } = request.params;
      const { status, body } = await mutate(request, surveyId, (context) =>
        changeSurvey(context, surveyId, request.body),
      );
      return reply.code(status).send(body as Survey);
    },
  );

  app.put(
    '/surveys/:surveyId/state',
    {
      schema: {
        tags,
        summary: 'Open or close a survey, release its results, or archive it',
        params,
        body: surveyStateSchema,
        response: { 200: surveySchema, 409: surveyConflictSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { surveyId } = request.params;
      const { status, body } = await mutate(request, surveyId, (context) =>
        moveSurvey(context, surveyId, request.body),
      );
      wakeOutbox();
      return reply.code(status).send(body as Survey);
    },
  );

  const read = (
    request: FastifyRequest,
    surveyId: string,
    action: 'survey.results-read' | 'survey.results-exported',
  ) =>
    change(request, async ({ tx, viewer, actor }) => {
      const results = await readResults(tx, await findRunnable(tx, viewer, surveyId));
      await audit.record(tx, actor, { action, subject: { type: 'survey', id: surveyId } });
      return results;
    });

  app.get(
    '/surveys/:surveyId/results',
    {
      schema: {
        tags,
        summary: 'The released results of a survey that you run',
        params,
        response: { 200: resultsSchema, ...problems(401, 404, 422) },
      },
    },
    (request) => read(request, request.params.surveyId, 'survey.results-read'),
  );

  app.get(
    '/surveys/:surveyId/results.csv',
    {
      schema: {
        tags,
        summary: 'The released results as a CSV file',
        params,
        response: { 200: z.string(), ...problems(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const results = await read(request, request.params.surveyId, 'survey.results-exported');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="results.csv"')
        .send(resultsCsv(results));
    },
  );

  await app.register(participationRoutes, deps);
  await app.register(feedbackRoutes, deps);
  await app.register(actionsRoutes, deps);
};
