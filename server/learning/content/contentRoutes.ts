import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { contentQuerySchema, contentSchema } from '#contract/learning/content.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { listContent } from './library.ts';

export interface ContentDeps {
  pool: Pool;
}

export const contentRoutes: FastifyPluginAsyncZod<ContentDeps> = async (app, { pool }) => {
  app.get(
    '/content',
    {
      schema: {
        tags: ['content'],
        summary: 'The topics of the library, for authors',
        querystring: contentQuerySchema,
        response: { 200: contentSchema, ...problems(400, 401, 404) },
      },
    },
    async ({ viewer, query }) => {
      if (!viewer.mayAuthor) throw notFound();
      return readTenant(pool, viewer.tenantId, (tx) => listContent(tx, query));
    },
  );
};
