import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { searchQuerySchema, searchResultsSchema } from '#contract/search.ts';
import { problems } from '#server/http/problems.ts';
import { search } from './search.ts';

export const searchRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/search',
    {
      schema: {
        tags: ['search'],
        summary: 'Everything that the viewer may see and that has words starting with the search text',
        querystring: searchQuerySchema,
        response: { 200: searchResultsSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) => search(pool, viewer, query.q),
  );
};
