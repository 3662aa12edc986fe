import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { authoredTopicSchema, newTopicVersionSchema } from '#contract/topics.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { publishVersion, readTopic } from './authoredTopics.ts';
import type { ProgramsDeps } from './programsRoutes.ts';

const tags = ['content'];
const params = z.object({ topicId: randomId });

function refuseReaders({ mayAuthor }: Viewer) {
  if (!mayAuthor) throw notFound();
}

/** The versions of a topic, for those who may author. */
export const topicsRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (app, { pool, now, wakeOutbox }) => {
  app.get(
    '/topics/:topicId',
    {
      schema: {
        tags,
        summary: 'The newest version of a topic, with the right answers',
        params,
        response: { 200: authoredTopicSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { topicId } }) => {
      refuseReaders(viewer);
      return withTenant(pool, viewer.tenantId, (tx) => readTopic(tx, topicId));
    },
  );

  app.post(
    '/topics/:topicId/versions',
    {
      schema: {
        tags,
        summary: 'Publish a new version of a topic',
        params,
        body: newTopicVersionSchema,
        response: { 200: authoredTopicSchema, ...problems(400, 401, 404, 409, 422) },
      },
    },
    async ({ viewer, params: { topicId }, body }) => {
      refuseReaders(viewer);
      const topic = await withTenant(pool, viewer.tenantId, async (tx) => {
        await publishVersion(tx, viewer, topicId, body, now());
        return readTopic(tx, topicId);
      });
      wakeOutbox();
      return topic;
    },
  );
};
