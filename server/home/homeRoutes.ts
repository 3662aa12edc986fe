import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { homeSchema } from '#contract/home.ts';
import { problems } from '#server/http/problems.ts';
import { readHome } from './home.ts';

export interface HomeDeps {
  pool: Pool;
  now: () => Date;
}

export const homeRoutes: FastifyPluginAsyncZod<HomeDeps> = async (app, { pool, now }) => {
  app.get(
    '/home',
    {
      schema: {
        tags: ['home'],
        summary: 'Your needs, your growth and the program to continue with',
        response: { 200: homeSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readHome(pool, viewer, now()),
  );
};
