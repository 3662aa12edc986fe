import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { authoredTopicSchema, newTopicVersionSchema } from '#contract/authoring.ts';
import { randomId } from '#contract/text.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { ProgramsDeps } from '#server/programs/programsRoutes.ts';
import { publishVersion, readTopic } from './authoredTopics.ts';

const tags = ['content'];
const params = z.object({ topicId: randomId });

function requireAuthor({ mayAuthor }: Viewer) {
  if (!mayAuthor) throw notFound();
}

/** The versions of a topic, for authors. */
export const authoringRoutes: FastifyPluginAsyncZod<ProgramsDeps> = async (
  app,
  { pool, now, wakeOutbox },
) => {
  app.get(
    '/topics/:topicId',
    {
      schema: {
        tags,
        summary: 'The newest version of a topic, with the correct answers',
        params,
        response: { 200: authoredTopicSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params: { topicId } }) => {
      requireAuthor(viewer);
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
      requireAuthor(viewer);
      const topic = await withTenant(pool, viewer.tenantId, async (tx) => {
        await publishVersion(tx, viewer, topicId, body, now());
        return readTopic(tx, topicId);
      });
      wakeOutbox();
      return topic;
    },
  );
};
