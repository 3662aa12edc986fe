import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { pageQuerySchema } from '#contract/paging.ts';
import { ownVisibilitySchema, teamPersonSchema, teamSchema, visibilitySchema } from '#contract/team.ts';
import { singleLineText } from '#contract/text.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { pageOf } from '#server/http/paging.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import { readPerson } from './person.ts';
import { readReasons, readTeam } from './team.ts';
import { readOwnVisibility, readVisibility } from './visibility.ts';

export interface TeamDeps {
  pool: Pool;
  now: () => Date;
}

const tags = ['team'];
const teamQuery = z.object({ ...pageQuerySchema.shape, search: z.optional(singleLineText(80, 0)) });
const personParams = z.object({ userId: userIdInPath });

export const teamRoutes: FastifyPluginAsyncZod<TeamDeps> = async (app, { pool, now }) => {
  app.get(
    '/team',
    {
      config: WITH_ENTITY_TAG,
      schema: {
        tags,
        summary: 'Your reports, those who need attention first',
        querystring: teamQuery,
        response: { 200: teamSchema, ...problems(400, 401) },
      },
    },
    ({ viewer, query }) => readTeam(pool, viewer, { search: query.search ?? '', ...pageOf(query) }, now()),
  );

  app.get(
    '/team/:userId',
    {
      schema: {
        tags,
        summary: 'One person, with everything that their manager or coach may see',
        params: personParams,
        response: { 200: teamPersonSchema, ...problems(401, 404) },
      },
    },
    async ({ viewer, params }) => {
      const userId = Number(params.userId);
      const person = await readTenant(pool, viewer.tenantId, (tx) => readPerson(tx, viewer, userId, now()));
      return { ...person, reasons: await readReasons(pool, viewer, userId, now()) };
    },
  );

  app.get(
    '/team/:userId/visibility',
    {
      schema: {
        tags,
        summary: 'What you can and cannot see about a person; the person sees the same list',
        params: personParams,
        response: { 200: visibilitySchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => readVisibility(tx, viewer, Number(params.userId), now())),
  );

  app.get(
    '/profile/visibility',
    {
      schema: {
        tags,
        summary: 'Who can see which of your data',
        response: { 200: ownVisibilitySchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readOwnVisibility(tx, viewer, now())),
  );
};
