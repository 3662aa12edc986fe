import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  authoredTopicSchema,
  newTopicSchema,
  newTopicVersionSchema,
  retirementSchema,
  reviewCommentSchema,
  topicChangeSchema,
  topicReviewSchema,
  topicSurveysSchema,
} from '#contract/learning/authoring.ts';
import {
  comparisonQuerySchema,
  restoredDraftSchema,
  topicComparisonSchema,
} from '#contract/learning/topicVersions.ts';
import { randomId } from '#contract/text.ts';
import { actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { ProgramsDeps } from '#server/learning/programs/programsRoutes.ts';
import { type AuthoringContext, copyTopic, createTopic, retireTopic, saveTopic } from './changeTopic.ts';
import { publishTopic } from './publishTopic.ts';
import { changeTopicReview, commentOnTopic } from './reviewTopic.ts';
import { listTopicSurveys } from './topicSurveys.ts';
import { readTopic } from './topicsRepository.ts';
import { compareVersions, restoreVersion } from './versions.ts';

const tags = ['content'];
const params = z.object({ topicId: randomId });

/** Writing and publishing topics, for authors; 404 for everyone else (decision 0064). */
export const authoringRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, audit, now, wakeOutbox },
) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.mayAuthor) throw notFound();
  });
  /** Makes a change that returns a topic id, and responds with that topic. */
  const change = (request: FastifyRequest, work: (context: AuthoringContext) => Promise<string>) =>
    withTenant(pool, request.viewer.tenantId, async (tx) => {
      const { userId, isAdmin } = request.viewer;
      return readTopic(tx, await work({ tx, audit, actor: actorOf(request), userId, isAdmin, now: now() }));
    });

  app.post(
    '/topics',
    {
      schema: {
        tags,
        summary: 'Create a topic, as a draft',
        body: newTopicSchema,
        response: { 201: authoredTopicSchema, ...problems(400, 401, 404) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await change(request, (context) => createTopic(context, request.body))),
  );

  app.get(
    '/topics/:topicId',
    {
      schema: {
        tags,
        summary: 'A topic as its authors see it, with the correct answers',
        params,
        response: { 200: authoredTopicSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { topicId } }) => readTenant(pool, viewer.tenantId, (tx) => readTopic(tx, topicId)),
  );

  app.get(
    '/topics/:topicId/surveys',
    {
      schema: {
        tags,
        summary: 'The surveys that the steps of a topic can use',
        params,
        response: { 200: topicSurveysSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { topicId } }) =>
      readTenant(pool, viewer.tenantId, (tx) => listTopicSurveys(tx, viewer, topicId)),
  );

  app.patch(
    '/topics/:topicId',
    {
      schema: {
        tags,
        summary: 'Save the draft of a topic',
        params,
        body: topicChangeSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await saveTopic(context, request.params.topicId, request.body);
        return request.params.topicId;
      }),
  );

  app.post(
    '/topics/:topicId/versions',
    {
      schema: {
        tags,
        summary: 'Publish the draft of a topic as a new version',
        params,
        body: newTopicVersionSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const topic = await change(request, async (context) => {
        await publishTopic(context, request.params.topicId, request.body);
        return request.params.topicId;
      });
      wakeOutbox();
      return topic;
    },
  );

  app.get(
    '/topics/:topicId/comparison',
    {
      schema: {
        tags,
        summary: 'Two versions of a topic, and the effect of the newer one on learners',
        params,
        querystring: comparisonQuerySchema,
        response: { 200: topicComparisonSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, params: { topicId }, query }) =>
      readTenant(pool, viewer.tenantId, (tx) => compareVersions(tx, topicId, query)),
  );

  app.post(
    '/topics/:topicId/draft',
    {
      schema: {
        tags,
        summary: 'Replace the draft of a topic with an earlier version',
        params,
        body: restoredDraftSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await restoreVersion(context, request.params.topicId, request.body);
        return request.params.topicId;
      }),
  );

  app.post(
    '/topics/:topicId/copies',
    {
      schema: {
        tags,
        summary: 'Copy a topic as a new draft',
        params,
        response: { 201: authoredTopicSchema, ...problems(401, 404) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await change(request, (context) => copyTopic(context, request.params.topicId))),
  );

  app.put(
    '/topics/:topicId/review',
    {
      schema: {
        tags,
        summary: 'Ask the other authors to review a topic, or withdraw the request',
        params,
        body: topicReviewSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const topic = await change(request, async (context) => {
        await changeTopicReview(context, request.params.topicId, request.body);
        return request.params.topicId;
      });
      wakeOutbox();
      return topic;
    },
  );

  app.post(
    '/topics/:topicId/review/comments',
    {
      schema: {
        tags,
        summary: 'Ask for changes in a topic that is in review',
        params,
        body: reviewCommentSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const topic = await change(request, async (context) => {
        await commentOnTopic(context, request.params.topicId, request.body);
        return request.params.topicId;
      });
      wakeOutbox();
      return topic;
    },
  );

  app.put(
    '/topics/:topicId/retirement',
    {
      schema: {
        tags,
        summary: 'Retire a topic, or restore it',
        params,
        body: retirementSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (context) => {
        await retireTopic(context, request.params.topicId, request.body);
        return request.params.topicId;
      }),
  );
};
